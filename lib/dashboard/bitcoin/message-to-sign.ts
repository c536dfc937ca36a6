/** The message to sign: the service, the address, and that no funds move. One short line. */
export function messageToSign(address: string, date: Date): string {
  return `Satchel: I hold the key of the Bitcoin address ${address}. ${date.toISOString().slice(0, 10)}. This moves no coins.`;
}
