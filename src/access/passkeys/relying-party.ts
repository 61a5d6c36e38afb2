/** The name of the vault as browsers know it: passkeys are bound to it. */
export interface RelyingParty {
  /** A host. */
  readonly rpId: string
  /** Whether a signature made on a page of this origin counts. */
  readonly takesOrigin: (origin: unknown) => boolean
}

const LOCALHOST = /^http:\/\/localhost(?::\d{1,5})?$/

/** @param publicOrigin the origin of PUBLIC_URL; null: this machine alone, on any port */
export function relyingPartyOf(publicOrigin: string | null): RelyingParty {
  if (publicOrigin !== null) {
    const rpId = new URL(publicOrigin).hostname
    return { rpId, takesOrigin: (origin) => origin === publicOrigin }
  }
  const takesOrigin = (origin: unknown) => typeof origin === 'string' && LOCALHOST.test(origin)
  return { rpId: 'localhost', takesOrigin }
}
