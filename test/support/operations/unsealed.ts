/** The event without its seal, which comes within a second or so. */
export function unsealed<Event extends object>(event: Event): Event {
  return { ...event, sequence: null, chainHash: null }
}
