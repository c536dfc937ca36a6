'use client';

import { useEffect, useState } from 'react';

/** Whether the page's script is running: false on the server and until the page is hydrated. */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}
