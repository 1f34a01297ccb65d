import type { EventSubject } from '../../store/schema/schema.ts'

/** A verdict. @param round 0: the first one of a validation; of a later one that is worse: its rank */
export function aboutValidation(svcTxId: string, round = 0): EventSubject {
  return { svc_tx_id: svcTxId, subject: svcTxId, step: '', round, kind: null }
}

/** A transaction of a chain, whether it was reported or seen: alerts fire for it once. @param hash lower case */
export function transactionSubject(chainId: string, hash: string): string {
  return `${chainId}:${hash}`
}
