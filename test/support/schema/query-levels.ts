// biome-ignore lint/suspicious/noExplicitAny: a node as the parser gives it, or a part of one
export type Tree = any

export type QueryKind = 'SelectStmt' | 'InsertStmt' | 'UpdateStmt' | 'DeleteStmt' | 'MergeStmt'

const KINDS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

/** A query of a statement with its siblings: one level of FROM and WHERE. */
export interface QueryLevel {
  readonly kind: QueryKind
  readonly node: Tree
  /** Names that it may read besides tables. */
  readonly ctes: ReadonlyMap<string, Tree>
  /** Whether it is what a CTE is made of. */
  readonly isCte: boolean
}

/** A source in FROM, or the target of a change. */
export interface Source {
  readonly kind: 'table' | 'cte' | 'subselect' | 'other'
  readonly name: string
  readonly alias: string
  /** The query of a CTE or a subselect. */
  readonly query?: Tree
}

/** A condition that each row fulfils, and what of the FROM it thereby narrows. */
export interface Condition {
  readonly expression: Tree
  readonly sources: readonly Source[]
}

/** Every query of a statement, however deep. */
export function queryLevels(statement: Tree): QueryLevel[] {
  const found: QueryLevel[] = []
  visit(statement, { ctes: new Map(), isCte: false }, found)
  return found
}

type Place = Pick<QueryLevel, 'ctes' | 'isCte'>

function visit(tree: Tree, place: Place, found: QueryLevel[]): void {
  if (Array.isArray(tree)) for (const part of tree) visit(part, place, found)
  else if (tree !== null && typeof tree === 'object') {
    for (const [key, value] of Object.entries(tree)) {
      if (KINDS.includes(key)) enter(key as QueryKind, value, place, found)
      else visit(value, place, found)
    }
  }
}

function enter(kind: QueryKind, node: Tree, place: Place, found: QueryLevel[]): void {
  const { withClause, larg, rarg, ...rest } = node
  const own = (withClause?.ctes ?? []).map(({ CommonTableExpr: cte }: Tree) => [
    cte.ctename,
    cte.ctequery,
  ])
  const ctes = new Map<string, Tree>([...place.ctes, ...own])
  found.push({ kind, node, ctes, isCte: place.isCte })
  for (const [, query] of own) visit(query, { ctes, isCte: true }, found)
  // Both sides of a set operation are queries, without the name of their kind.
  for (const side of [larg, rarg]) {
    if (side !== undefined) enter('SelectStmt', side, { ctes, isCte: false }, found)
  }
  visit(rest, { ctes, isCte: false }, found)
}

/** The sources and targets of a query at its own level, and their conditions. */
export function readLevel({ node, ctes }: Pick<QueryLevel, 'node' | 'ctes'>) {
  const conditions: Condition[] = []
  const from = [...(node.fromClause ?? []), ...(node.usingClause ?? [])]
  const sources = from.flatMap((item: Tree) => sourcesOf(item, ctes, conditions))
  const target =
    node.relation === undefined ? undefined : (tableOf(node.relation, new Map()) as Source)
  const all = target === undefined ? sources : [target, ...sources]
  conditions.push(...conditionsOf(node.whereClause, all))
  return { target, sources, conditions }
}

function sourcesOf(item: Tree, ctes: ReadonlyMap<string, Tree>, found: Condition[]): Source[] {
  const [[kind, node]] = Object.entries<Tree>(item) as [[string, Tree]]
  if (kind === 'RangeVar') return [tableOf(node, ctes)]
  if (kind === 'JoinExpr') {
    const left = sourcesOf(node.larg, ctes, found)
    const right = sourcesOf(node.rarg, ctes, found)
    // The condition of an outer join excludes no row of the side that it keeps.
    const narrowed = {
      JOIN_INNER: [...left, ...right],
      JOIN_LEFT: right,
      JOIN_RIGHT: left,
    }[node.jointype as string]
    found.push(...conditionsOf(node.quals, narrowed ?? []))
    return [...left, ...right]
  }
  const alias = node.alias?.aliasname ?? ''
  return kind === 'RangeSubselect'
    ? [{ kind: 'subselect', name: alias, alias, query: node.subquery }]
    : [{ kind: 'other', name: alias, alias }]
}

function tableOf({ relname, schemaname, alias }: Tree, ctes: ReadonlyMap<string, Tree>): Source {
  const query = schemaname === undefined ? ctes.get(relname) : undefined
  const named = { name: relname, alias: alias?.aliasname ?? relname }
  return query === undefined ? { kind: 'table', ...named } : { kind: 'cte', ...named, query }
}

function conditionsOf(expression: Tree, sources: readonly Source[]): Condition[] {
  if (expression === undefined) return []
  if (expression.BoolExpr?.boolop === 'AND_EXPR') {
    return expression.BoolExpr.args.flatMap((part: Tree) => conditionsOf(part, sources))
  }
  return [{ expression, sources }]
}

/** The parts of a column's name: `{ table: 'item', column: 'id' }`. */
export function columnOf(tree: Tree): { table: string; column: string } | undefined {
  const fields = tree?.ColumnRef?.fields
  if (fields === undefined) return undefined
  const names = fields.map((field: Tree) => field.String?.sval ?? '*')
  return { table: names.at(-2) ?? '', column: names.at(-1) }
}

/** Every node of that tree, itself first, with its kind. */
export function* nodesOf(tree: Tree, stopAt: readonly string[] = []): Generator<[string, Tree]> {
  if (Array.isArray(tree)) for (const part of tree) yield* nodesOf(part, stopAt)
  else if (tree !== null && typeof tree === 'object') {
    for (const [key, value] of Object.entries(tree)) {
      if (stopAt.includes(key)) continue
      yield [key, value]
      yield* nodesOf(value, stopAt)
    }
  }
}
