// The `cursor` of the feed: the number of the last event that was read. It stays good for ever, and
// says nothing about the filters, which a follower may change.

/** The cursor behind that event; 0 is the beginning. */
export function writeEventCursor(number: number): string {
  return Buffer.from(`1 ${number}`).toString('base64url')
}

/** The number of the last event that was read; undefined if the text is no cursor. */
export function readEventCursor(text: string): number | undefined {
  const [, number] = /^1 (0|[1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (number === undefined) return undefined
  return writeEventCursor(Number(number)) === text ? Number(number) : undefined
}
