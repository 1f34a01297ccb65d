// Flags that exclude each other, by what is validated.

export const notOfRechecks = [
  'file',
  'chain',
  'from',
  'to',
  'value',
  'data',
  'nonce',
  'trackNonce',
  'apiVersion',
  'token',
  'amount',
  'userAgent',
  'ip',
] as const

/** A message is neither sent nor stored. */
export const notOfFileMessages = [
  'to',
  'value',
  'data',
  'trace',
  'sign',
  'trackNonce',
  'payloadSlot',
  'apiVersion',
  'userAgent',
  'ip',
] as const

export const batchFlags = ['format', 'concurrency', 'report', 'resume'] as const

export const notOfMessages = [
  'file',
  ...notOfFileMessages,
  'nonce',
  'batch',
  ...batchFlags,
  'recheck',
  'token',
  'amount',
] as const

export const notOfFiles = [
  'batch',
  'recheck',
  'token',
  'amount',
  'value',
  'data',
  'nonce',
  'trace',
  'explain',
  'sign',
  'payloadSlot',
] as const

export const columnFlags = ['from', 'to', 'value', 'data', 'nonce', 'token', 'amount'] as const

export const singleFlags = ['file', 'trace', 'explain', 'recheck'] as const
