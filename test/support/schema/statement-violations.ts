import {
  columnOf,
  nodesOf,
  type QueryLevel,
  queryLevels,
  readLevel,
  type Source,
  type Tree,
} from './query-levels.ts'

// The rules by which a distributed database sends a statement whole to the one node that
// has its organization (CONTRIBUTING.md, Statements). Each violation says what to do.

/** The database's knowledge of the names in a statement. */
export interface StatementFacts {
  /** The column by which a table of the vault is distributed. */
  readonly columns: Readonly<Record<string, string>>
  /** Our functions that read tables. */
  readonly readers: readonly string[]
  /** The variables of the function with the statement; none for a client's statement. */
  readonly variables: readonly string[]
}

/** The violations of a statement, judged by its syntax and names alone. */
export function statementViolations(statement: Tree, facts: StatementFacts): string[] {
  const levels = queryLevels(statement)
  const touched = levels.flatMap((level) => {
    const { target, sources } = readLevel(level)
    return [...(target ? [target] : []), ...sources].filter((source) => columnIn(source, facts))
  })
  const violations = tableReaders(statement, facts)
  if (touched.length > 0) {
    const keys = new Set<string>()
    for (const level of levels) violations.push(...boundViolations(level, facts, keys))
    if (keys.size > 1) {
      const several = [...keys].join(', ')
      violations.push(
        `The organization comes as each of ${several}: write one of them at all tables.`,
      )
    }
    for (const level of levels) {
      violations.push(...lockViolations(level), ...cteViolations(level))
    }
  }
  return [...new Set(violations)]
}

/** The distribution column, where the source is a table of the vault. */
function columnIn({ kind, name }: Source, { columns }: StatementFacts): string | undefined {
  return kind === 'table' && Object.hasOwn(columns, name) ? columns[name] : undefined
}

/** @param keys collects the expressions for the organization */
function boundViolations(level: QueryLevel, facts: StatementFacts, keys: Set<string>): string[] {
  const { target, sources, conditions } = readLevel(level)
  const isInsert = level.kind === 'InsertStmt'
  const violations: string[] = []
  for (const source of [...(target && !isInsert ? [target] : []), ...sources]) {
    const column = columnIn(source, facts)
    if (column === undefined) continue
    const found = conditions
      .filter((condition) => condition.sources.includes(source))
      .flatMap(({ expression }) => equalTo(expression, source, column, facts) ?? [])
    for (const key of found) keys.add(key)
    if (found.length > 0) continue
    violations.push(
      `${source.name} is used without ${column} = $n: write it in the same WHERE or ON, with the ` +
        'parameter that all tables have.',
    )
  }
  if (isInsert && target !== undefined)
    violations.push(...insertViolations(level, target, facts, keys))
  return violations
}

/** The expressions that a column of that source must equal. */
function equalTo(
  { A_Expr: operation }: Tree,
  { alias }: Source,
  column: string,
  facts: StatementFacts,
): string | undefined {
  if (operation?.kind !== 'AEXPR_OP' || operation.name.at(-1).String.sval !== '=') return undefined
  const sides = [operation.lexpr, operation.rexpr]
  for (const [side, other] of [sides, sides.toReversed()]) {
    const named = columnOf(side)
    if (named?.column !== column || (named.table !== '' && named.table !== alias)) continue
    const key = keyOf(other, facts)
    if (key !== undefined) return key
  }
  return undefined
}

/** A parameter, or a variable of a function of the database. */
function keyOf(tree: Tree, facts: StatementFacts): string | undefined {
  if (tree?.TypeCast !== undefined) return keyOf(tree.TypeCast.arg, facts)
  if (tree?.ParamRef !== undefined) return `$${tree.ParamRef.number}`
  const { table, column } = columnOf(tree) ?? { table: '', column: '' }
  const isVariable = facts.variables.includes(table === '' ? column : table)
  return isVariable ? `${table}.${column}`.replace(/^\./, '') : undefined
}

function insertViolations(
  { node, ctes }: QueryLevel,
  target: Source,
  facts: StatementFacts,
  keys: Set<string>,
): string[] {
  const column = columnIn(target, facts)
  if (column === undefined) return []
  const place = (node.cols ?? []).findIndex(({ ResTarget }: Tree) => ResTarget.name === column)
  if (place < 0) return [`Rows of ${target.name} are inserted without ${column}: name the columns.`]
  const { valuesLists } = node.selectStmt?.SelectStmt ?? {}
  if (valuesLists !== undefined) {
    const found = valuesLists.map(({ List }: Tree) => keyOf(List.items[place], facts))
    for (const key of found) if (key !== undefined) keys.add(key)
    return found.every((key: string | undefined) => key !== undefined)
      ? []
      : [`A row of ${target.name} gets ${column} from no parameter: put $n in its place.`]
  }
  return branches(node.selectStmt?.SelectStmt).every((select) =>
    isOrganization(select.targetList[place]?.ResTarget.val, { node: select, ctes }, facts),
  )
    ? []
    : [
        `Rows of ${target.name} are selected without ${column} as a column of a vault's table: ` +
          'take it from one that is bound by the parameter, such as organizations.',
      ]
}

/** The sides of a set operation; without one the query itself. */
function branches(select: Tree): Tree[] {
  if (select === undefined) return []
  return select.larg === undefined ? [select] : [...branches(select.larg), ...branches(select.rarg)]
}

/** Whether an expression is the distribution column of a table, through queries within FROM too. */
function isOrganization(
  tree: Tree,
  level: Pick<QueryLevel, 'node' | 'ctes'>,
  facts: StatementFacts,
): boolean {
  const named = columnOf(tree)
  if (named === undefined) return false
  return readLevel(level).sources.some((source) => {
    if (named.table !== '' && named.table !== source.alias) return false
    if (source.query === undefined) return columnIn(source, facts) === named.column
    const ctes = new Map([...level.ctes].filter(([name]) => name !== source.name))
    return branches(source.query.SelectStmt).some((node) =>
      (node.targetList ?? []).some(({ ResTarget: { name, val } }: Tree) => {
        const isNamed = (name ?? columnOf(val)?.column) === named.column
        return isNamed && isOrganization(val, { node, ctes }, facts)
      }),
    )
  })
}

function lockViolations(level: QueryLevel): string[] {
  if (level.node.lockingClause === undefined) return []
  return readLevel(level).sources.every(({ kind }) => kind === 'table')
    ? []
    : ['Rows are locked in a query that reads more than tables: lock tables, join afterwards.']
}

function cteViolations({ kind, isCte }: QueryLevel): string[] {
  return kind === 'InsertStmt' && isCte
    ? ['An INSERT stands in a CTE: make it a statement of its own in the same transaction.']
    : []
}

function tableReaders(statement: Tree, { readers }: StatementFacts): string[] {
  return [...nodesOf(statement)].flatMap(([kind, node]) => {
    const name = kind === 'FuncCall' ? node.funcname.at(-1).String.sval : ''
    return readers.includes(name)
      ? [`The function ${name} reads tables: write its text into the statement.`]
      : []
  })
}
