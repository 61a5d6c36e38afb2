/** The published policy of an organization that never changed it, in the order of its members. */
export const DEFAULT_POLICY = {
  fourEyes: true,
  transferExpirySeconds: 1_209_600,
  insuredExposure: 'review' as const,
  systemApproval: 'off' as const,
  systemApprovalMaxItems: null,
  systemApprovalMaxDeclaredValueCents: null,
  systemApprovalMaxItemsPerDay: null,
  systemApprovalMaxDeclaredValueCentsPerDay: null,
  systemApprovalReasons: ['request', 'trade', 'rebalance'],
  revaluationReviewDays: null,
  revaluationMaxPercent: null,
  revaluationMaxCents: null,
  recipientRequired: false,
  sessionIdleMinutes: 60,
  sessionMaxHours: 12,
  approvalRules: [],
}
