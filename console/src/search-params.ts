/** The page of a list, as the URL has it beside the filters. */
export interface ListSearch {
  readonly page?: number | undefined
  readonly cursor?: string | undefined
}

/**
 * Reads the query of a list's URL: its page and the named filters. Other values than text are
 * ignored; the service refuses texts that it does not take.
 */
export function listSearch<const Filter extends string = never>(...filters: readonly Filter[]) {
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

/** Every value is text, even an id of digits only. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
