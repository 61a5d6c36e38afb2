import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { atEndOfProcess } from '../runner/end-of-process.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MANIFEST = join(ROOT, 'node_modules/@sparticuz/chromium/package.json')

/** Why there is no browser on this machine; undefined where there is one. */
export function whyNoBrowser(): string | undefined {
  if (process.env.CHROMIUM !== undefined) return undefined
  if (process.platform === 'linux' && process.arch === 'x64') return undefined
  return 'the package with Chromium is for Linux on x64: set CHROMIUM to the path of another'
}

let shared: Promise<Browser> | undefined

/** The browser that all files of this process share: a context keeps what a test does to itself. */
export async function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) => {
    atEndOfProcess(() => browser.close())
    // A browser that crashes fails one file, and not those after it.
    browser.on('disconnected', () => {
      shared = undefined
    })
    return browser
  })
  return await shared
}

/**
 * Starts the Chromium of the npm package, with its own libraries and fonts: the machine needs none,
 * and pages look the same everywhere.
 * @throws {Error} if this machine cannot run it (`whyNoBrowser`)
 */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  const own = process.env.CHROMIUM
  // It refuses to run as root, as tests in containers do, inside its sandbox.
  const options = { args: ['--no-sandbox', '--disable-gpu', ...args], headless: true }
  if (own !== undefined) return await chromium.launch({ ...options, executablePath: own })
  const folder = await unpacked()
  return await chromium.launch({
    ...options,
    executablePath: join(folder, 'chromium'),
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
        .filter(Boolean)
        .join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  })
}

/** The package unpacks these into the temporary folder; the libraries only where Lambda runs it. */
const UNPACK = `
  import chromium from '@sparticuz/chromium'
  await chromium.executablePath()`
const LAMBDA = 'AWS_Lambda_nodejs24.x'

/**
 * Unpacks it once for all test files, of which two run at a time.
 * @returns the folder
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string }
  const folder = join(tmpdir(), `vault-tests-chromium-${version}`)
  if (existsSync(folder)) return folder
  const staging = mkdtempSync(`${folder}-`)
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: ROOT,
      env: { ...process.env, NODE_OPTIONS: '', TMPDIR: staging, AWS_EXECUTION_ENV: LAMBDA },
    })
    writeFileSync(join(staging, 'fonts.conf'), fontsOf(folder))
    renameSync(staging, folder)
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  return folder
}

function fontsOf(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`
}
