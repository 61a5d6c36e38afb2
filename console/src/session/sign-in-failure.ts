/** Sentences for the codes with which the service sends a browser back from a provider. */
const SENTENCES: Readonly<Record<string, string>> = {
  unavailable:
    'No organization with this id has an identity provider to sign in with. Check the id.',
  provider_unreachable: 'Your identity provider does not respond. Try again later.',
  not_begun: 'This sign-in took too long, or began in another browser. Begin again.',
  refused_by_provider: 'Your identity provider refused the sign-in.',
  invalid_response: 'The response of your identity provider did not pass the checks.',
  email_missing: 'Your identity provider did not say your e-mail address.',
  email_not_verified: 'Your identity provider has not verified your e-mail address.',
  email_domain: 'Accounts with an e-mail address of this domain cannot sign in here.',
  not_invited: 'Nobody with your e-mail address was invited. Ask somebody who manages people.',
  other_account: 'The person with your e-mail address signs in with another account. Use that one.',
  suspended: 'You are suspended. Ask somebody who manages people.',
}

/** The reason in the address why a provider signed nobody in; undefined if there is none. */
export function signInFailure(hash: string): string | undefined {
  const code = new URLSearchParams(hash.slice(1)).get('signInFailure')
  return code !== null && Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
}

/** Takes the reason out of the address. */
export function forgetFailure(): void {
  if (signInFailure(location.hash) === undefined) return
  history.replaceState(history.state, '', location.pathname + location.search)
}
