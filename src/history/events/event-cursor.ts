/** A place in the feed: behind which event it is. */
export interface FeedPlace {
  /** The number of the event; 0 at the beginning. */
  readonly number: number
  /** Tells the event from another one with its number, which a restored vault can have. */
  readonly mark: string
}

export const BEGINNING: FeedPlace = { number: 0, mark: '0' }

/**
 * The cursor of a place. It stays good for ever, and says nothing about the filters, which a
 * follower may change.
 */
export function writeEventCursor({ number, mark }: FeedPlace): string {
  return Buffer.from(`1 ${number} ${mark}`).toString('base64url')
}

/** The place that the text leads to; undefined if the text is no cursor. */
export function readEventCursor(text: string): FeedPlace | undefined {
  const content = Buffer.from(text, 'base64url').toString()
  const [, number, mark = ''] = /^1 (0|[1-9]\d{0,14}) ([0-9a-f]{1,8})$/.exec(content) ?? []
  const place = { number: Number(number), mark }
  return number !== undefined && writeEventCursor(place) === text ? place : undefined
}
