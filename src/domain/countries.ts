/** The 249 country codes of ISO 3166-1 alpha-2, by their first letters. */
const CODES = [
  'A[DEFGILMOQRSTUWXZ]',
  'B[ABDEFGHIJLMNOQRSTVWYZ]',
  'C[ACDFGHIKLMNORUVWXYZ]',
  'D[EJKMOZ]',
  'E[CEGHRST]',
  'F[IJKMOR]',
  'G[ABDEFGHILMNPQRSTUWY]',
  'H[KMNRTU]',
  'I[DELMNOQRST]',
  'J[EMOP]',
  'K[EGHIMNPRWYZ]',
  'L[ABCIKRSTUVY]',
  'M[ACDEFGHKLMNOPQRSTUVWXYZ]',
  'N[ACEFGILOPRUZ]',
  'OM',
  'P[AEFGHKLMNRSTWY]',
  'QA',
  'R[EOSUW]',
  'S[ABCDEGHIJKLMNORSTVXYZ]',
  'T[CDFGHJKLMNORTVWZ]',
  'U[AGMSYZ]',
  'V[ACEGINU]',
  'W[FS]',
  'Y[ET]',
  'Z[AMW]',
]

/** The code of a country that exists. */
export const COUNTRY_CODE_PATTERN = `^(${CODES.join('|')})$`
