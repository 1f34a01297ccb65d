/** A stored validation, as the service answers it. */
export function storedRecord(svcTxId: string, request: { transaction: { from: string } }, result: object) {
  const { from } = request.transaction
  const at = '2026-01-02T03:04:05.000Z'
  const columns = { product: 'SONAR', chainId: '1', from, value: '0', valid: true, combinedScore: 0, subCategory: '' }
  return { svcTxId, ...columns, createdAt: at, updatedAt: at, request, result, reports: [] }
}
