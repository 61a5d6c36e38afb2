import { cpSync, symlinkSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryDirectory } from '../processes/embedded-directory.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const LEFT_OUT = ['.git', 'node_modules', 'data', 'dist']

/** A copy of this checkout that a test may change, with the packages of this one. */
export function copiedCheckout(t: TestContext): string {
  const folder = join(temporaryDirectory(t), 'checkout')
  const isCopied = (path: string) => !LEFT_OUT.includes(relative(ROOT, path).split(sep)[0] ?? '')
  cpSync(ROOT, folder, { recursive: true, filter: isCopied })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}
