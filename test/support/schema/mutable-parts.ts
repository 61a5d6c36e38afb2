import { nodesOf, type QueryLevel, type Tree } from './query-levels.ts'

export type Volatility = 'immutable' | 'stable' | 'volatile'

/** The database's knowledge of the names in a statement. */
export interface StatementFacts {
  /** The column by which a table of the vault is distributed. */
  readonly columns: Readonly<Record<string, string>>
  /** By name and number of arguments, `now/0`: the worst of those of that name. */
  readonly functions: ReadonlyMap<string, Volatility>
  /** Types to which a cast may depend on settings, as from text to timestamptz. */
  readonly mutableCasts: readonly string[]
  /** Our functions that read tables. */
  readonly readers: readonly string[]
  /** The variables of the function with the statement; none for a client's statement. */
  readonly variables: readonly string[]
}

const PARAMETER = 'pass its value as a parameter'

/**
 * The parts of a change that a distributed database refuses: nodes might compute them differently.
 * Types are not known by the syntax alone: of functions of one name the worst counts, and a cast is
 * judged by what it leads to (of a timestamptz to text, nothing is seen).
 */
export function mutableParts({ kind, node }: QueryLevel, facts: StatementFacts): string[] {
  const verb = kind.replace('Stmt', '').toUpperCase()
  const violations: string[] = []
  for (const [name, part] of callsIn(node, facts)) {
    if (part === 'volatile') violations.push(`${name} is volatile in ${verb}: ${PARAMETER}.`)
  }
  for (const [where, part] of lazyParts(node)) {
    for (const [name] of callsIn(part, facts)) {
      violations.push(`${name} in ${where} of ${verb} is not immutable: ${PARAMETER}.`)
    }
  }
  if (verb === 'INSERT') return violations
  // Expressions on columns of a subquery are not checked.
  for (const [key, part] of nodesOf([node.targetList, node.whereClause], ['SelectStmt'])) {
    const name = callOf(key, part, facts)?.[0]
    const hasColumn = [...nodesOf(part, ['SelectStmt'])].some(([inner]) => inner === 'ColumnRef')
    if (name !== undefined && hasColumn) {
      violations.push(
        `${name} of a column in ${verb} depends on settings: pass its result as a parameter, or ` +
          'use what is immutable, such as to_timestamp(seconds).',
      )
    }
  }
  return violations
}

/** Expressions that are not always computed, or after the rows were changed. */
function* lazyParts(node: Tree): Generator<[string, Tree]> {
  for (const [key, part] of nodesOf(node)) {
    if (key === 'CaseExpr') yield ['CASE', part]
    if (key === 'CoalesceExpr') yield ['COALESCE', part]
  }
  if (node.returningClause !== undefined) yield ['RETURNING', node.returningClause]
  if (node.onConflictClause !== undefined) yield ['ON CONFLICT', node.onConflictClause]
}

function* callsIn(tree: Tree, facts: StatementFacts): Generator<[string, Volatility]> {
  for (const [key, part] of nodesOf(tree)) {
    const call = callOf(key, part, facts)
    if (call !== undefined) yield call
  }
}

/** The function that a node calls and its volatility; nothing if it is immutable. */
function callOf(
  key: string,
  part: Tree,
  { functions, mutableCasts }: StatementFacts,
): [string, Volatility] | undefined {
  if (key === 'SQLValueFunction') {
    return [part.op.replace('SVFOP_', '').toLowerCase(), 'stable']
  }
  if (key === 'FuncCall') {
    const name = part.funcname.at(-1).String.sval
    const volatility = functions.get(`${name}/${part.args?.length ?? 0}`) ?? functions.get(name)
    return volatility === undefined || volatility === 'immutable'
      ? undefined
      : [`${name}()`, volatility]
  }
  if (key === 'TypeCast') {
    const { names, arrayBounds } = part.typeName
    const type = `${names.at(-1).String.sval}${arrayBounds === undefined ? '' : '[]'}`
    const isMutable = mutableCasts.includes(type.endsWith('[]') ? '[]' : type)
    // On a parameter or a literal it only states the type.
    const isType = part.arg.ParamRef !== undefined || part.arg.A_Const !== undefined
    return isMutable && !isType ? [`A cast to ${type}`, 'stable'] : undefined
  }
  // A day or a month is as long as the time zone has it.
  const isSum = key === 'A_Expr' && ['+', '-'].includes(part.name?.at(-1).String.sval)
  return isSum && [part.lexpr, part.rexpr].some(isInterval)
    ? ['Arithmetic with an interval', 'stable']
    : undefined
}

function isInterval(tree: Tree): boolean {
  if (tree === undefined) return false
  if (tree.TypeCast?.typeName.names.at(-1).String.sval === 'interval') return true
  const { lexpr, rexpr } = tree.A_Expr ?? {}
  return isInterval(lexpr) || isInterval(rexpr)
}
