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
      // The router reads `true` and numbers as what they are in JSON.
      const isText = ['string', 'number', 'boolean'].includes(typeof value)
      return isText && value !== '' ? [[name, String(value)]] : []
    })
    return {
      ...(Number.isSafeInteger(page) && page > 1 && { page }),
      ...Object.fromEntries(named),
    } as ListSearch & { [Name in Filter]?: string }
  }
}
