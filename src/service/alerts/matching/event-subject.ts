import type { EventSubject } from '../../store/schema.ts'

/** A verdict. */
export function aboutValidation(svcTxId: string): EventSubject {
  return { svc_tx_id: svcTxId, subject: svcTxId, step: '', round: 0, kind: null }
}

/** A transaction of a chain, whether it was reported or seen: it is told once. @param hash lower case */
export function transactionSubject(chainId: string, hash: string): string {
  return `${chainId}:${hash}`
}
