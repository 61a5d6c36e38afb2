import { globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path'

/** A file of this repository, as the conventions look at it. */
export interface Source {
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
  readonly imports: readonly Import[]
}

export interface Import {
  /** Package names and `node:` modules as written, our own files as paths. */
  readonly name: string
  /** The text between `import` and `from`. */
  readonly bindings: string
}

/** Written by `npm run generate`, not by people. */
const GENERATED = /^(console\/src\/api\/schema\.ts|clients\/typescript\/src\/generated\/)/

/** All TypeScript of src/, test/, bench/, clients/ and console/, by path. */
export function readSources(): Source[] {
  const paths = globSync([
    '{src,test,bench}/**/*.ts',
    'clients/*/{src,test}/**/*.ts',
    'console/src/**/*.{ts,tsx}',
  ])
  return paths
    .filter((path) => !GENERATED.test(path))
    .sort()
    .map(readSource)
}

/** Files of src/ that are no tests. */
export function productionOf(sources: readonly Source[]): Source[] {
  return sources.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.test.ts'))
}

/** Files of the console that are no tests. */
export function consoleOf(sources: readonly Source[]): Source[] {
  return sources.filter(
    ({ path }) => path.startsWith('console/src/') && !/\.test\.tsx?$/.test(path),
  )
}

/** Files of the clients that are sent with their packages. */
export function clientsOf(sources: readonly Source[]): Source[] {
  return sources.filter(({ path }) => /^clients\/\w+\/src\//.test(path))
}

function readSource(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const named = [...text.matchAll(/^\s*(?:import|export)\b([^'"`;]*?)from '([^']+)'/gm)]
  const dynamic = [...text.matchAll(/()\bimport\('([^']+)'\)/g)]
  const imports = [...named, ...dynamic].map(([, bindings = '', name = '']) => ({
    name: name.startsWith('.') ? normalize(`${dirname(path)}/${name}`) : name,
    bindings,
  }))
  return { path, text, lines: text.split('\n'), imports }
}
