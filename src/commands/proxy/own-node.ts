import { WardenError } from '../../shared/errors.ts'

/** Of cast and forge, and of tools that follow them. */
const FLAG = /^(--(?:rpc|fork)-url(?==|$)|-[rf])=?(.*)$/s
/** Only of these: other programs have other meanings for -r and -f. */
const FOUNDRY = /(?:^|[\\/])(?:cast|forge|chisel)$/
const URL_OF_A_NODE = /^(?:https?|wss?):/i

/**
 * The flag with which the command names a node. Foundry counts FOUNDRY_ETH_RPC_URL more than such a flag: with the variable the
 * command would send to another chain than it says, without it around the proxy. A name of foundry.toml is no URL here.
 * @param words with URLs of the proxy in place of {rpc}
 * @param urls of the proxy
 */
export function flagOfOwnNode(words: readonly string[], urls: ReadonlyMap<string, string>): string | undefined {
  const isFoundry = words.some((word) => FOUNDRY.test(word))
  const own = new Set(urls.values())
  for (const [at, word] of words.entries()) {
    const [, flag, attached] = FLAG.exec(word) ?? []
    if (flag === undefined || (flag.length === 2 && !isFoundry)) continue
    const value = attached || words[at + 1] || ''
    if (URL_OF_A_NODE.test(value) && !own.has(value.replace(/\/$/, ''))) return flag
  }
  return undefined
}

/** Names no value of the flag, which may hold a key. */
export function ownNode(flag: string): WardenError {
  return new WardenError({
    kind: 'check-failed',
    code: 'own-node',
    message: `the command uses another RPC URL in ${flag}, so nothing would be checked; it was not run`,
    details: [
      `Give it the URL of the proxy: ${flag} '{rpc}'`,
      '--allow-no-traffic runs it as it is, around the proxy.',
    ],
  })
}
