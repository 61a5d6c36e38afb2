/** What the URL of a list says, beside its filters: the place in the list. */
export interface ListSearch {
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

/**
 * Reads the query of a list's URL: its place and the filters that are named. What is not text is
 * left out; the service says which values it does not take.
 */
export function listSearch<Filter extends string>(...filters: readonly Filter[]) {
  return (search: Record<string, unknown>): ListSearch & { [Name in Filter]?: string } => {
    const page = Number(search.page)
    const named = ['cursor', ...filters].flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    })
    return {
      ...(Number.isSafeInteger(page) && page > 1 && { page }),
      ...Object.fromEntries(named),
    } as ListSearch & { [Name in Filter]?: string }
  }
}

/** Every value is text: an id of digits alone is no number. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
