import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'

/** First topic of an event. Whether its arguments are indexed is no part of it. */
export function topicOf(signature: string): string {
  return Hash.keccak256(Hex.fromString(signature))
}
