import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'

/** The files of a console as Vite builds them, which depend on no real build. */
export const SMALL_CONSOLE: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta property="csp-nonce" content="__CSP_NONCE__" />
    <meta property="base-path" content="__BASE_PATH__" />
    <script type="module" crossorigin src="./assets/main-B1cD2eF3.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/main-A1b2C3d4.css" />
  </head>
  <body><div id="root"></div></body>
</html>
`,
  'assets/main-B1cD2eF3.js': `console.log('a page')\n${'// A comment.\n'.repeat(1_000)}`,
  'assets/main-A1b2C3d4.css': 'body { margin: 0 }\n',
  'assets/logo-C1d2E3f4.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  'assets/inter-D1e2F3g4.woff2': 'wOF2 and compressed bytes',
  'LICENSES.txt': 'The licences of what is built in.\n',
}

/** Writes files into a new folder, which is removed after the test file. */
export function writtenFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'vault-console-'))
  after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** A request of the path and the headers as they are: fetch resolves dots and decodes by itself. */
export async function getAsSent(
  origin: string,
  path: string,
  options: Pick<RequestOptions, 'method' | 'headers'> = {},
): Promise<{ response: IncomingMessage; body: Buffer }> {
  const { hostname, port } = new URL(origin)
  const sent = request({ hostname, port, path, ...options }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { response, body: await buffer(response) }
}
