/** What a person is asked to sign: says who asks and for which address, and that nothing moves. One short line. */
export function messageToSign(address: string, date: Date): string {
  return `Satchel: I hold the key of the Bitcoin address ${address}. ${date.toISOString().slice(0, 10)}. This moves no coins.`;
}
