/** An organization that the vault keeps items for. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export const ORGANIZATION_COLUMNS = ['id', 'name', 'created_at'] as const
