import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Why the independent verifier cannot run here, or null. Where tests must be complete (`CI` is
 * set), its programs must be there.
 */
export function missingForIndependent(): string | null {
  const python = spawnSync('python3', ['--version'], { encoding: 'utf8' })
  const openssl = spawnSync('openssl', ['version'], { encoding: 'utf8' })
  const missing = [
    ...(python.status === 0 ? [] : ['python3']),
    ...(/^OpenSSL [3-9]/.test(openssl.stdout ?? '') ? [] : ['openssl 3']),
  ]
  if (missing.length === 0) return null
  const text = `the independent verifier was NOT run: this machine lacks ${missing.join(' and ')}`
  if (process.env.CI) throw new Error(`${text}, which a complete run needs: install it`)
  return text
}

/** The verdict of the verifier in `examples/` on an export, and its text; only OK exits with 0. */
export async function independentVerdict(path: string, options: readonly string[] = []) {
  const args = ['examples/verify-events.py', path, ...options]
  const { stdout, code } = await promisify(execFile)('python3', args).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error) => {
      if (error.stdout === '') throw error
      return error as { stdout: string; code: number }
    },
  )
  const text = stdout.trim()
  const verdict = ['OK', 'BAD', undefined, 'NOT CHECKED'][code]
  if (verdict === undefined || !text.startsWith(verdict)) {
    throw new Error(`the independent verifier exits with ${code} and says: ${text}`)
  }
  return { verdict, text }
}

/** The range of the first bad event that it finds, or null if the export is whole. */
export async function verifyIndependently(path: string, options: readonly string[] = []) {
  const { verdict, text } = await independentVerdict(path, options)
  if (verdict === 'OK') return { between: null, text }
  const [, from, to] = /^BAD line .* between (\d+) and (\d+)$/.exec(text) ?? []
  if (from === undefined) throw new Error(`the independent verifier says: ${text}`)
  return { between: [Number(from), Number(to)] as const, text }
}
