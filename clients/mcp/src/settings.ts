import { readFileSync } from 'node:fs'
import type { ServiceAccess } from './vault-service.ts'

const URL_DEFAULT = 'http://127.0.0.1:8080'

/**
 * Reads the address and the token. The token is no option: arguments of a process are there for
 * all to see.
 * @throws {Error} with a sentence for each wrong setting; none shows a token
 */
export function readSettings(environment: NodeJS.ProcessEnv): ServiceAccess {
  const problems: string[] = []
  const url = URL.parse(environment.VAULT_URL || URL_DEFAULT)
  const isAddress =
    url !== null && /^https?:$/.test(url.protocol) && !/[?#]/.test(url.href) && !url.username
  if (!isAddress) {
    problems.push(
      'VAULT_URL must be an address such as https://vault.example.com, without user, query and fragment.',
    )
  }
  let token = ''
  try {
    token = readToken(environment)
  } catch (error) {
    problems.push((error as Error).message)
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return { url: (url as URL).href.replace(/\/+$/, ''), token }
}

function readToken({ VAULT_TOKEN: own = '', VAULT_TOKEN_FILE: path = '' }: NodeJS.ProcessEnv) {
  if (own && path) throw new Error('VAULT_TOKEN and VAULT_TOKEN_FILE are both set: keep one.')
  const token = (path ? readText(path) : own).trim()
  if (token === '') {
    throw new Error(
      'VAULT_TOKEN is not set: set it to an access token, or VAULT_TOKEN_FILE to a file with one. ' +
        'vault-inventory token create issues one.',
    )
  }
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new Error('VAULT_TOKEN must be one access token, without blanks.')
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(`VAULT_TOKEN_FILE cannot be read: ${(error as Error).message}.`)
  }
}
