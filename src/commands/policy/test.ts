import { verdictOf } from '../../api/verdict.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { dataOption, quantityOption, valueOption } from '../options/transaction-options.ts'
import { buildRequest } from '../validate/request.ts'
import { requestVerdict } from '../validate/request-verdict.ts'
import { toneOf } from '../validate/verdict-exit-code.ts'
import { answerLines, answerOf, clausesColumn } from './outcomes.ts'

export const policyTest = defineCommand({
  name: 'policy test',
  summary: 'Show what the policies say of a transaction; nothing is stored or reserved',
  description:
    'A dry run of `txwarden validate` with the key of the profile, which chooses the policies that apply: those of another agent are tested with its key. The exit code is 12 where an enforced policy denies or holds it, otherwise 0. An allowed transaction still needs its verdict: it is below, as `validate` gives it.',
  options: {
    file: text('file', 'transaction as JSON: a request body or a bare transaction; - is stdin'),
    chain: text('chain', 'chain id or name'),
    from: text('address', 'sender'),
    to: text('address', 'recipient or contract'),
    value: valueOption,
    data: dataOption('call data'),
    token: text('token', 'token to pay in: a symbol of the known lists, its address, or native; needs --amount'),
    amount: text('n', 'amount to pay in units of --token, such as 1250.75'),
    nonce: quantityOption('account nonce of the sender'),
  },
  examples: [
    { command: 'txwarden policy test --file examples/payment.json' },
    { command: 'txwarden policy test --file examples/payment.json --json' },
    {
      command:
        'txwarden policy test --chain ethereum --from 0x7E57E185F01f2900F3b969962D790bD76275007A --to 0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5 --token USDC --amount 1250.75',
    },
  ],
  async run(context, given) {
    const { file, chain, token, amount } = given
    if (file === undefined && chain === undefined) throw usageError('policy test needs --file, or --chain and --from')
    if ((token === undefined) !== (amount === undefined)) throw usageError('--token and --amount need each other')
    const body = await buildRequest(context, { ...given, sign: false })
    const result = await requestVerdict(context, { isDryRun: true }, body)
    const verdict = verdictOf(result)
    const answer = answerOf(result)
    await context.out.record(
      answer,
      { verdict: () => verdict, columns: [...plainColumns('result'), clausesColumn] },
      (shown, paint) =>
        `${[...answerLines(shown, paint), `  verdict ${toneOf(verdict, paint)(verdict)}, by txwarden validate`].join('\n')}\n`,
    )
    return answer.result === 'allow' ? exitCodes.ok : exitCodes.blocked
  },
})
