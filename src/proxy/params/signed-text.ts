import { isHashText, textOfBytes } from '../../shared/texts/assess-text.ts'
import { invalidParams } from '../rpc/json-rpc.ts'
import { readAddress, refused } from './members.ts'
import { digestOf, type ReadRequest } from './signing-request.ts'

/**
 * Reads a text that is signed with the prefix of Ethereum: `[text, account]`, the text as bytes in hex or as it is.
 * @throws RpcFault for 32 bytes, for bytes that are no text, and for what readers take for different ones
 */
export const readSignedText: ReadRequest = (method, [given, account], { chainId }) => {
  const from = readAddress(account, 'the account')
  if (typeof given !== 'string') throw invalidParams('the text is not a string')
  const text = /^0x/i.test(given) ? textOfHex(given) : given
  if (isHashText(text)) throw refused('it signs 32 bytes, which can be the hash of any transaction or permit')
  // Some readers take hex digits for bytes, also without 0x.
  if (text === given && /^(?:[0-9a-f]{2})+$/i.test(given))
    throw invalidParams('the text has only hex digits and no 0x, which readers understand differently: send its bytes')
  return {
    method,
    parts: [{ kind: 'text', text, from, chainId }],
    digest: digestOf([method, chainId, from, text]),
    senders: [],
  }
}

function textOfHex(hex: string): string {
  if (isHashText(hex)) return hex
  if (!/^0x(?:[0-9a-f]{2})*$/.test(hex.toLowerCase()) || hex.startsWith('0X'))
    throw invalidParams('the bytes of the text are not 0x and pairs of hex digits')
  const text = textOfBytes(Buffer.from(hex.slice(2), 'hex'))
  if (text === undefined) throw refused('it signs bytes that are no text, and are not read')
  return text
}
