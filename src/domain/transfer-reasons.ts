/** The reasons for which a transfer can move an item. */
export const TRANSFER_REASONS = ['request', 'trade', 'rebalance'] as const
