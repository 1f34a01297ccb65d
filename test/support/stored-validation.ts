import type { TransactionRow } from '../../src/service/store/schema/schema.ts'

/** A stored validation with default values and the given ones. */
export function storedValidation(
  row: Pick<TransactionRow, 'id' | 'created_at'> & Partial<TransactionRow>,
): TransactionRow {
  return {
    product: 'SONAR',
    chain_id: '1',
    from_key: '0x01',
    to_key: '0x02',
    value: '0',
    valid: 1,
    combined_score: 0,
    sub_category: '',
    total_loss: null,
    coverage: 'none',
    known_by_age_only: 0,
    request: '{}',
    result: '{}',
    payload_nonce: null,
    payload_expires_at: null,
    transaction_id: null,
    block_number: null,
    block_time: null,
    origin: null,
    block_hash: null,
    validated_as: null,
    signed_key: null,
    validated_by: null,
    standing: null,
    check_at: null,
    check_until: null,
    addresses: '',
    is_unindexed: null,
    updated_at: row.created_at,
    ...row,
  }
}
