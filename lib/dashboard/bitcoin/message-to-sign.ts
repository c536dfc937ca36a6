/**
 * Returns the message to sign, which names the service and the address and says that no funds move. A single short
 * line.
 */
export function messageToSign(address: string, date: Date): string {
  return `Satchel: I hold the key of the Bitcoin address ${address}. ${date.toISOString().slice(0, 10)}. This moves no coins.`;
}
