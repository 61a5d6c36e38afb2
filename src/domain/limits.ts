/** Every limit that the service enforces. The length of a text counts Unicode code points. */

export const ITEMS_PER_TRANSFER_MAX = 1_000
export const ITEMS_PER_SHIPMENT_MAX = 1_000
export const ITEMS_PER_INTAKE_MAX = 1_000
export const ITEMS_PER_REVALUATION_MAX = 1_000
/** Items that the event of an intake names; more are found by its `itemsPath`. */
export const ITEMS_NAMED_MAX = 20
/** A year. */
export const CLOCK_ADVANCE_SECONDS_MAX = 31_536_000
/** All that the clock of a test organization is advanced by: a hundred years. */
export const CLOCK_ADVANCED_SECONDS_MAX = 3_153_600_000
export const PAGE_SIZE_DEFAULT = 25
export const PAGE_SIZE_MAX = 100
/** Fifteen digits keep a page number exact in a double and its offset inside a bigint. */
export const PAGE_NUMBER_MAX = 999_999_999_999_999

export const SEARCH_TEXT_LENGTH_MIN = 2
export const SEARCH_TEXT_LENGTH_MAX = 200
export const SEARCH_LIMIT_DEFAULT = 20
export const SEARCH_LIMIT_MAX = 50

export const EVENTS_PAGE_SIZE_DEFAULT = 100
export const EVENTS_PAGE_SIZE_MAX = 1_000
/** JSON of one page; a larger event is a page alone. */
export const EVENTS_PAGE_BYTES_MAX = 1_000_000
/** Events that one request looks through where no index finds those it wants; some 0.1 s. */
export const EVENTS_SEARCHED_MAX = 100_000
/** Seconds that a request may wait for an event. */
export const EVENTS_WAIT_MAX = 30
/** Requests of one process that may wait for events at the same time. */
export const EVENTS_WAITING_MAX = { token: 10, organization: 100, process: 1_000 } as const

export const WEBHOOK_ENDPOINTS_MAX = 50
export const WEBHOOK_URL_LENGTH_MAX = 2_000
/** The longest time that the previous secret of an endpoint signs together with the new one. */
export const WEBHOOK_GRACE_HOURS_DEFAULT = 24
export const WEBHOOK_GRACE_HOURS_MAX = 168
/** Waiting deliveries of an endpoint are counted up to here. */
export const WEBHOOK_UNDELIVERED_MAX = 10_000
/** Events that one request may send again. */
export const REPLAYED_EVENTS_MAX = 50_000

export const ISSUER_LENGTH_MAX = 500
/** Client ids and client secrets of identity providers. */
export const CLIENT_CREDENTIAL_LENGTH_MAX = 1_000
export const EMAIL_DOMAINS_MAX = 50
/** The name of a claim, and a value of it. */
export const ROLES_CLAIM_LENGTH_MAX = 200
export const MAPPED_CLAIM_VALUES_MAX = 80
export const ROLES_OF_ONE_MAX = 20
/** People who must approve a record, at most, and the rules of a policy that say so. */
export const APPROVALS_MAX = 5
export const APPROVAL_RULES_MAX = 20
/** The longest time, in minutes, for which a sign-in may allow approvals: a day. */
export const APPROVAL_SIGN_IN_MINUTES_MAX = 1_440

export const ID_LENGTH_MAX = 64
export const PERSON_NAME_LENGTH_MAX = 300
export const BUSINESS_NAME_LENGTH_MAX = 500
export const EMAIL_LENGTH_MIN = 3
export const EMAIL_LENGTH_MAX = 254
export const PHONE_LENGTH_MIN = 3
export const PHONE_LENGTH_MAX = 64
const rangesOf = (blocks: string, first: string, last: string) =>
  blocks
    .split(' ')
    .map((block) => `\\u${block}${first}-\\u${block}${last}`)
    .join('')
/** Digits as keyboards of all scripts have them. */
const DIGITS = `0-9${rangesOf('066 06f 07c 0e5 0ed 0f2 104 17e 181 ff1', '0', '9')}${rangesOf('096 09e 0a6 0ae 0b6 0be 0c6 0ce 0d6', '6', 'f')}`
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f'
/** The text before the first digit has none, so that a long text is read once. */
export const PHONE_PATTERN = `^[^${DIGITS}${CONTROLS}]*[${DIGITS}][^${CONTROLS}]*$`
/** A line, the city or the region of an address. */
export const ADDRESS_TEXT_LENGTH_MAX = 200
export const POSTAL_CODE_LENGTH_MAX = 32
export const NOTES_LENGTH_MAX = 2_000
/** The reason why something was rejected, cancelled, held or withdrawn. */
export const REASON_LENGTH_MAX = 2_000
/** Names of a carrier and its service, and a tracking number. */
export const CARRIER_TEXT_LENGTH_MAX = 100
/** Records of each kind that a refusal names because they keep an account from being erased. */
export const ACCOUNT_USES_LISTED_MAX = 100
export const TOKEN_OWNER_LENGTH_MAX = 300
export const ROLES_OF_PERSON_MAX = 20
/** Records of each type that the suspension of a person names. */
export const PENDING_NAMED_MAX = 100
/** Id of an account in a system of the client. */
export const EXTERNAL_ID_LENGTH_MAX = 128
export const ITEM_DESCRIPTION_LENGTH_MAX = 500
/** Identifiers of an item. */
export const IDENTIFIERS_MAX = 20
export const SCHEME_PATTERN = '^[a-z][a-z0-9_]{0,39}$'
export const IDENTIFIER_VALUE_LENGTH_MAX = 128
/** `scheme:value` in one text; the value may have any characters. */
export const IDENTIFIER_PAIR_PATTERN = '^[a-z][a-z0-9_]{0,39}:[^\\x00]{1,128}$'
/** A value as it is compared; longer, since one character may stand for several. */
export const IDENTIFIER_FOLDED_LENGTH_MAX = 512
/** Files about an item: those of one request, and all. */
export const EVIDENCE_ENTRIES_SENT_MAX = 20
export const EVIDENCE_ENTRIES_MAX = 100
export const EVIDENCE_TEXT_LENGTH_MAX = 100
export const EVIDENCE_URL_LENGTH_MAX = 2_000
/** Pairs of text that a client keeps with a record. */
export const METADATA_PAIRS_MAX = 50
export const METADATA_KEY_PATTERN = '^[A-Za-z0-9_.-]{1,40}$'
export const METADATA_VALUE_LENGTH_MAX = 500
export const ORGANIZATION_NAME_LENGTH_MAX = 300
/** Own roles of an organization, and the name of one. */
export const ROLES_MAX = 100
export const ROLE_NAME_LENGTH_MAX = 100

/** An amount in cents as decimal text, with as many digits as a bigint can have. */
export const CENTS_PATTERN = '^(0|[1-9][0-9]{0,18})$'

/** A sum or difference of such amounts: it may have more digits, and a sign. */
export const CENTS_SUM_PATTERN = '^(0|-?[1-9][0-9]*)$'

/** PostgreSQL's largest bigint: the highest amount in cents that a column can hold. */
export const CENTS_MAX = 9_223_372_036_854_775_807n

/** An amount in cents as the document shows it: exact, where our validator has two codes. */
export const CENTS_EXACT_PATTERN = wholeNumbersUpTo(CENTS_MAX)

/** Without lookahead, which regular expressions of Rust (pydantic) do not have. */
function wholeNumbersUpTo(max: bigint): string {
  const digits = `${max}`
  // As many digits, the same up to one place, and less there.
  const lower = Array.from(digits, (digit, place) => {
    const least = place === 0 ? 1 : 0
    const rest = digits.length - place - 1
    const less = `${digits.slice(0, place)}[${least}-${Number(digit) - 1}]`
    return Number(digit) > least ? `${less}[0-9]{${rest}}` : undefined
  }).filter((alternative) => alternative !== undefined)
  const shorter = `[1-9][0-9]{0,${digits.length - 2}}`
  return `^(${['0', shorter, ...lower, digits].join('|')})$`
}

export const IDEMPOTENCY_KEY_LENGTH_MAX = 255

/** The body of a request, unless its operation takes a list: its longest texts, all escaped. */
export const BODY_BYTES_MAX = 65_536
/** The body of an operation that takes up to 1,000 items, or metadata. */
export const LIST_BODY_BYTES_MAX = 1_048_576
/** Parts of a file in memory while it is imported: rows to stage, and unread bytes. */
export const IMPORT_HELD_BYTES = 4_194_304
/** A body of who has no token, to sign in and out. */
export const STRANGERS_BODY_BYTES_MAX = 4_096
/** All of them together, and what came of bodies whose token or turn has not come. */
export const STRANGERS_HELD_BYTES_MAX = 33_554_432
/** Bodies of requests, and responses that their clients have not taken yet, of all together. */
export const HELD_BYTES_MAX = 134_217_728
/** Violations listed in one response; `errorsTotal` counts all of them. */
export const VIOLATIONS_LISTED_MAX = 100

export const TOKEN_LIFETIME_DAYS_DEFAULT = 90
export const TOKEN_LIFETIME_DAYS_MAX = 365
/** The time that a token counts as live after its look-up, the longest delay of a revocation. */
export const TOKEN_REMEMBERED_MS = 1_000
/** CIDR blocks that one token may be used from. */
export const TOKEN_ADDRESSES_MAX = 50
/** The longest time that a rotated token stays valid together with the new one. */
export const TOKEN_ROTATION_GRACE_DAYS_MAX = 30

/** The longest name of a passkey, the ways to reach one, and how many a person may have. */
export const PASSKEY_NAME_LENGTH_MAX = 100
export const PASSKEY_TRANSPORTS_MAX = 10
export const PASSKEYS_PER_PERSON_MAX = 20

/** The highest value of `systemApprovalMaxItemsPerDay`. */
export const ITEMS_PER_DAY_MAX = 1_000_000
/** The highest values of `revaluationReviewDays` and `revaluationMaxPercent`. */
export const REVALUATION_REVIEW_DAYS_MAX = 365
export const REVALUATION_PERCENT_MAX = 100_000
/** Sessions that a person, or a token of nobody, has at the same time. */
export const SESSIONS_OF_ONE_MAX = 20
/** The highest values of `sessionIdleMinutes` and `sessionMaxHours`. */
export const SESSION_IDLE_MINUTES_MAX = 1_440
export const SESSION_HOURS_MAX = 720
export const TRANSFER_EXPIRY_SECONDS_MAX = 31_536_000
