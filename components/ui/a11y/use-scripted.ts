'use client';

import { useEffect, useState } from 'react';

/** Whether this page's script has taken over: false on the server, without script and until it has come. */
export function useScripted(): boolean {
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return scripted;
}
