import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import type { View } from '../../cli/output/view.ts'
import { assessText, originOf, type TextVerdict } from '../../shared/texts/assess-text.ts'
import type { TextRequest } from '../inputs/signing-request.ts'
import type { ValidateFlags } from './options.ts'
import { gateExitCode, paintVerdict } from './verdict-exit-code.ts'

type TextInput = Pick<ValidateFlags, 'site' | 'chain' | 'from'>

interface TextResult extends TextVerdict {
  readonly form: 'sign-in' | 'text'
  readonly text: string
}

/** Checks a text before it is signed. The exit code is the verdict. */
export async function validateText(
  context: Context,
  request: TextRequest,
  input: TextInput & Pick<ValidateFlags, 'failOn'>,
): Promise<number> {
  const { result } = await textVerdict(context, request, input)
  await context.out.record(result, view)
  return gateExitCode(result.verdict, input.failOn)
}

/** The verdict on a text, and the account that signs it. No list knows texts, so that no service is asked. */
export async function textVerdict(
  context: Context,
  { text, from: signer }: TextRequest,
  { site, chain, from }: TextInput,
): Promise<{ readonly result: TextResult; readonly account: string | undefined }> {
  if (site !== undefined && originOf(site) === undefined)
    throw usageError(
      `--site: ${JSON.stringify(site)} is not a site: expected a host, such as app.example.com, or an origin`,
    )
  const account = from ?? (typeof signer === 'string' ? signer : undefined)
  if (account !== undefined) await checkAddresses(context, [account], () => (from === undefined ? undefined : '--from'))
  const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
  const found = assessText(text, { site, signer: account, chainId, now: context.clock.now() })
  return { result: { ...found, form: found.signIn ? 'sign-in' : 'text', text }, account }
}

/** Why a text has its verdict, as a sentence. */
export function reasonText({ reasons, signIn }: TextVerdict): string {
  if (reasons.length > 0) return `${reasons.map(({ text }) => text).join('; ')}.`
  return `it signs in to ${signIn?.domain}, which asks for it, and allows nothing else.`
}

/** Characters of a text that is shown to people. */
const SHOWN = 500

const view: View<TextResult> = {
  columns: [
    { field: 'verdict', header: 'VERDICT', paint: paintVerdict },
    { field: 'reason', header: 'REASON', value: reasonText },
    { field: 'form', header: 'FORM' },
    { field: 'signIn.domain', header: 'SITE' },
    { field: 'signIn.address', header: 'ACCOUNT' },
    { field: 'signIn.statement', header: 'STATEMENT' },
    { field: 'signIn.uri', header: 'URI' },
    {
      field: 'signIn.chainId',
      header: 'CHAIN',
      show: ({ signIn }) => (signIn === undefined ? '' : chainName(signIn.chainId)),
    },
    { field: 'signIn.issuedAt', header: 'ISSUED' },
    { field: 'signIn.notBefore', header: 'FROM' },
    { field: 'signIn.expirationTime', header: 'UNTIL' },
    { field: 'signIn.requestId', header: 'REQUEST' },
    { field: 'signIn.resources', header: 'RESOURCES', show: ({ signIn }) => (signIn?.resources ?? []).join(', ') },
    {
      field: 'signIn.abilities',
      header: 'ALLOWS',
      show: ({ signIn }) =>
        (signIn?.abilities ?? []).map(({ action, resource }) => `${action} on ${resource}`).join(', '),
    },
    {
      field: 'text',
      header: 'TEXT',
      show: ({ text, signIn }) => (signIn ? '' : text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text),
    },
  ],
}
