import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { productTypes } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context.ts'
import { choice, defineCommand, flag, text } from '../../cli/define.ts'
import { gateExitCode, gates, type Verdict, verdictOf } from './judged.ts'
import { buildRequest } from './request.ts'
import { resultView } from './view.ts'

export const validate = defineCommand({
  name: 'validate',
  group: 'Judge',
  summary: 'Judge a transaction before money moves',
  description:
    'The exit code is the verdict: 0 passed, 10 warning, 11 unsafe, 12 blocked; --fail-on says from where on it is not 0. Numbers below 10 mean that there is no verdict.',
  options: {
    file: text('file', 'transaction as JSON: a request body or a bare transaction; - is stdin'),
    chain: text('chain', 'chain id or name'),
    from: text('address', 'sender'),
    to: text('address', 'recipient or contract; none: a contract is created'),
    value: text('amount', 'wei, or such as 1.5ether or 20gwei'),
    data: text('hex', 'call data'),
    nonce: text('n', 'account nonce of the sender'),
    trace: text('file', 'what callTracer of a node says of it, as JSON: internal calls are judged too; - is stdin'),
    sign: flag('ask for a signed payload'),
    trackNonce: flag('let the payload carry a tracked nonce'),
    product: choice(productTypes, 'product that judges; default SONAR'),
    userAgent: text('text', 'user agent of the client that asks'),
    ip: text('address', 'IP address of the client that asks'),
    apiVersion: choice(['v2', 'v1'], 'version of the interface; v1 is deprecated'),
    explain: flag('show every reason and what was not known'),
    failOn: choice(gates, 'mildest verdict that is not exit code 0; default unsafe'),
  },
  examples: [
    { command: 'txwarden validate --file examples/transfer-to-blocked.json', note: 'blocked, exit code 12' },
    { command: 'txwarden validate --file examples/transfer-to-known.json --explain', note: 'safe, exit code 0' },
    {
      command:
        'txwarden validate --chain ethereum --from 0x7E57E185F01f2900F3b969962D790bD76275007A --to 0x7E57C986D28338Bef716d5FAa02E24bf51bD749E --value 1.5ether',
    },
    {
      command: 'txwarden validate --file - --fail-on warning --json < examples/transfer-to-known.json',
      note: 'in a pipeline',
    },
    { command: 'txwarden validate --file examples/transfer-to-known.json --trace trace.json --explain' },
  ],
  async run(context, { product = 'SONAR', apiVersion = 'v2', explain = false, failOn = 'unsafe', ...flags }) {
    const request = await buildRequest(context, flags)
    const client = await context.client()
    const result: ValidationResult =
      apiVersion === 'v1'
        ? await client.call('validateTransactionV1', { body: request })
        : await client.call('validateTransaction', {
            headers: { 'x-validation-product': product, prefer: 'explain' },
            body: request,
          })
    const verdict = verdictOf(result)
    // Only people see the card.
    const card = context.out.isForPeople ? (await import('./card.ts')).verdictCard : undefined
    await context.out.record(
      result,
      resultView,
      card &&
        ((safe, paint, width) =>
          card({ verdict, result: safe, request, explain, next: nextSteps(context, verdict, safe) }, paint, width)),
    )
    return gateExitCode(verdict, failOn)
  },
})

/** What one does after such a verdict, as commands. Nothing here ever suggests to allow what was found bad. */
function nextSteps(context: Context, verdict: Verdict, result: ValidationResult): string[] {
  const profile = context.globals.profile ? ` -p ${context.globals.profile}` : ''
  const subject = result.explanation?.reasons.find((reason) => reason.points > 0)?.subject
  switch (verdict) {
    case 'SAFE':
    case 'NO DATA':
      return result.svcTxId
        ? [`txwarden${profile} tx update ${result.svcTxId} --transaction-id <hash>   once it is on chain`]
        : []
    case 'BLOCKED':
      return ['do not send it; the same command with --explain shows every reason']
    default:
      return subject ? [`txwarden${profile} control-list add ${subject} --type block   to block it from now on`] : []
  }
}
