import { Type } from 'typebox'
import { NOT_BLANK, namedObject, nullableInstant, nullableText } from '../../domain/fields.ts'
import {
  EVIDENCE_ENTRIES_SENT_MAX,
  EVIDENCE_TEXT_LENGTH_MAX,
  EVIDENCE_URL_LENGTH_MAX,
} from '../../domain/limits.ts'

const EXAMPLE_EVIDENCE = {
  kind: 'photo',
  sha256: 'a1f0c4d2b3e85967788990aabbccddeeff00112233445566778899aabbccddee',
  mediaType: 'image/jpeg',
  sizeBytes: 2_483_112,
  takenAt: '2026-11-20T13:58:00.000Z',
  takenBy: 'Intake desk 2',
  url: 'https://storage.example.com/intake/2026/11/front.jpg',
}

const NEEDED = {
  kind: Type.Enum(['photo', 'certificate', 'appraisal', 'other'], {
    description: 'What the file shows.',
    examples: [EXAMPLE_EVIDENCE.kind],
  }),
  sha256: Type.String({
    description: 'SHA-256 of the file. It is in the event, so the sealed log proves the file.',
    pattern: '^[0-9a-f]{64}$',
    'x-violation-hint': 'Send 64 hexadecimal digits, in lower case.',
    examples: [EXAMPLE_EVIDENCE.sha256],
  }),
  mediaType: Type.String({
    description: 'Media type of the file.',
    minLength: 3,
    maxLength: EVIDENCE_TEXT_LENGTH_MAX,
    pattern: '^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$',
    'x-violation-hint': 'Send a type such as image/jpeg.',
    examples: [EXAMPLE_EVIDENCE.mediaType],
  }),
  sizeBytes: Type.Integer({
    description: 'Bytes of the file.',
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    examples: [EXAMPLE_EVIDENCE.sizeBytes],
  }),
}

const MORE = {
  takenAt: nullableInstant('the file was made', EXAMPLE_EVIDENCE.takenAt),
  takenBy: nullableText({
    description: 'By whom the file was made; null if unknown.',
    ...NOT_BLANK,
    maxLength: EVIDENCE_TEXT_LENGTH_MAX,
    examples: [EXAMPLE_EVIDENCE.takenBy],
  }),
  url: nullableText({
    description: 'URL of the file in storage of your own; null if unknown. It is never fetched.',
    maxLength: EVIDENCE_URL_LENGTH_MAX,
    pattern: '^https://[!-~]+$',
    'x-violation-hint': 'Send a URL that begins with https://.',
    examples: [EXAMPLE_EVIDENCE.url],
  }),
}

/** A file about an item, as the item shows it. The file itself is not stored. */
export const EVIDENCE_ENTRY = namedObject('Evidence', 'A file about an item.', {
  ...NEEDED,
  ...MORE,
})

export const EVIDENCE = Type.Array(EVIDENCE_ENTRY, {
  description: 'Photos, certificates and appraisals of the item, by their hashes.',
  examples: [[EXAMPLE_EVIDENCE]],
})

export const NEW_EVIDENCE = Type.Array(
  namedObject('NewEvidence', 'A file about an item.', {
    ...NEEDED,
    ...Type.Partial(Type.Object(MORE)).properties,
  }),
  {
    description: 'Photos, certificates and appraisals of the item, by their hashes.',
    maxItems: EVIDENCE_ENTRIES_SENT_MAX,
    examples: [[EXAMPLE_EVIDENCE]],
  },
)
