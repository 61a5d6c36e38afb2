import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** The buttons come late: the second click of a double click must not press one. */
const STYLE = `
  body { background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif; }
  main { margin: 10vh auto; max-width: 26rem; overflow-wrap: anywhere; }
  dt { font-weight: 600; }
  button { animation: wait 0.5s step-end; font: inherit; margin-right: 1rem; padding: 0.5rem 1rem; }
  @keyframes wait { from { visibility: hidden; } }
`

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; ` +
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  // Without it the form would come from the origin null.
  'Referrer-Policy': 'same-origin',
}

interface SignInQuestion {
  /** That of the sign-in. */
  readonly id: string
  readonly organizationId: string
  readonly organizationName: string
  readonly issuer: string
  readonly personName: string
}

/**
 * Asks the person whom a provider signed in whether they want that. A link can lead anybody to a
 * provider that signs them in at once, as somebody else, in an organization that is not theirs.
 */
export function askPerson(reply: FastifyReply, basePath: string, asked: SignInQuestion) {
  const { id, organizationId, organizationName, issuer, personName } = asked
  const path = `${basePath}/sign-in/${organizationId}`
  return reply.headers(HEADERS).send(`<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<title>Sign in? · Vault console</title>
<style>${STYLE}</style>
<main>
  <h1>Sign in?</h1>
  <p>
    You will act as this person, in this organization: its people see what you do and enter.
    Sign in only if that is you, and you expected this page.
  </p>
  <dl>
    <dt>Organization</dt><dd><bdi>${escaped(organizationName)}</bdi> (${organizationId})</dd>
    <dt>Person</dt><dd><bdi>${escaped(personName)}</bdi></dd>
    <dt>Identity provider</dt><dd><bdi>${escaped(issuer)}</bdi></dd>
  </dl>
  <p>If somebody is signed in here already, that session ends.</p>
  <form method="post" action="${path}?id=${id}">
    <button formaction="${path}">Do not sign in</button> <button>Sign in</button>
  </form>
</main>
</html>
`)
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
