/** Why an item is moved. */
export const TRANSFER_REASONS = ['request', 'trade', 'rebalance'] as const
