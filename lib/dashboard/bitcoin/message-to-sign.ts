/**
 * Returns the message to sign: a single line that names the service, the address and the date, and says that no funds
 * move.
 */
export function messageToSign(address: string, date: Date): string {
  return `Satchel: I hold the key of the Bitcoin address ${address}. ${date.toISOString().slice(0, 10)}. This moves no coins.`;
}
