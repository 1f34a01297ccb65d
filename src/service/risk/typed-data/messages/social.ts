import { isZeroAddress } from '../../../evm/words.ts'
import { output, right } from '../../effects/effect.ts'
import type { KnownMessage, Meaning, SignedMessage } from '../known-message.ts'
import { attestations, farcaster, lens } from '../protocols.ts'
import { byEffects, harmless } from './by-effects.ts'

/** Modules of a publication or profile may charge the signer, or pay others what it earns; their terms are bytes that no table reads. */
const withModules = ({ types, primaryType, message, addresses }: SignedMessage): Meaning => {
  const terms = (types.get(primaryType) ?? [])
    .filter(({ type }) => type.startsWith('bytes'))
    .flatMap(({ name }) => message[name])
  const hasTerms = terms.some((bytes) => bytes !== '0x') || addresses.some(({ address }) => !isZeroAddress(address))
  return hasTerms ? { hides: 'the terms of the modules, which are data for their contracts' } : {}
}

const moduleTypes = [
  'Act(uint256 publicationActedProfileId,uint256 publicationActedId,uint256 actorProfileId,uint256[] referrerProfileIds,uint256[] referrerPubIds,address actionModuleAddress,bytes actionModuleData,uint256 nonce,uint256 deadline)',
  'Comment(uint256 profileId,string contentURI,uint256 pointedProfileId,uint256 pointedPubId,uint256[] referrerProfileIds,uint256[] referrerPubIds,bytes referenceModuleData,address[] actionModules,bytes[] actionModulesInitDatas,address referenceModule,bytes referenceModuleInitData,uint256 nonce,uint256 deadline)',
  'Follow(uint256 followerProfileId,uint256[] idsOfProfilesToFollow,uint256[] followTokenIds,bytes[] datas,uint256 nonce,uint256 deadline)',
  'Mirror(uint256 profileId,string metadataURI,uint256 pointedProfileId,uint256 pointedPubId,uint256[] referrerProfileIds,uint256[] referrerPubIds,bytes referenceModuleData,uint256 nonce,uint256 deadline)',
  'Post(uint256 profileId,string contentURI,address[] actionModules,bytes[] actionModulesInitDatas,address referenceModule,bytes referenceModuleInitData,uint256 nonce,uint256 deadline)',
  'Quote(uint256 profileId,string contentURI,uint256 pointedProfileId,uint256 pointedPubId,uint256[] referrerProfileIds,uint256[] referrerPubIds,bytes referenceModuleData,address[] actionModules,bytes[] actionModulesInitDatas,address referenceModule,bytes referenceModuleInitData,uint256 nonce,uint256 deadline)',
  'SetFollowModule(uint256 profileId,address followModule,bytes followModuleInitData,uint256 nonce,uint256 deadline)',
]

/** They name profiles, publications and handles by numbers only. */
const profileTypes = [
  'Quote(uint256 profileId,string contentURI,uint256 pointedProfileId,uint256 pointedPubId,uint256 nonce,uint256 deadline)',
  'SetProfileMetadataURI(uint256 profileId,string metadataURI,uint256 nonce,uint256 deadline)',
  'Unfollow(uint256 unfollowerProfileId,uint256[] idsOfProfilesToUnfollow,uint256 nonce,uint256 deadline)',
  'follow_with_sign(uint256 followerProfileId,uint256 signatureDeadline)',
  'link(uint256 handle_id,uint256 profile_id)',
  'link_with_sig(uint256 handle_id,uint256 profile_id,uint256 signatureDeadline)',
  'mirror_with_sig(uint256 profile_id,uint256 profile_id_pointed,uint256 pubid_pointed,uint256 signatureDeadline)',
  'post_with_sign(uint256 profile_id,uint256 signatureDeadline)',
  'quote_with_sign(uint256 profile_id,uint256 profile_id_pointed,uint256 pubid_pointed,uint256 signatureDeadline)',
  'set_block_status(uint256 byProfileId,uint256 signatureDeadline)',
  'set_block_status_with_sig(uint256 byProfileId,uint256 signatureDeadline)',
  'set_profile_metadata_with_sign(uint256 profileId,uint256 signatureDeadline)',
  'unfollow_with_sign(uint256 unfollowerProfileId,uint256 signatureDeadline)',
  'unlink(uint256 handleId,uint256 profileId,uint256 nonce,uint256 deadline)',
  'unlink_with_sig(uint256 handle_id,uint256 profile_id,uint256 signatureDeadline)',
]

const lensMessages: readonly KnownMessage[] = [
  byEffects({
    type: 'ChangeDelegatedExecutorsConfig(uint256 delegatorProfileId,address[] delegatedExecutors,bool[] approvals,uint64 configNumber,bool switchToGivenConfig,uint256 nonce,uint256 deadline)',
    source: 'LensHub 2',
    effects: [right('manage', 'delegatedExecutors', { unless: 'approvals' })],
    until: 'deadline',
  }),
  byEffects({
    type: 'FollowWithSig(address follower,uint256[] profileIds,bytes[] datas,uint256 nonce,uint256 deadline)',
    source: 'LensHub 1',
    owner: 'follower',
    effects: [],
    until: 'deadline',
    hides: 'what the follow modules charge',
  }),
  byEffects({
    type: 'mint(uint256 to,uint256 profile_id,uint256 profile_id_pointed,uint256 pubid_pointed)',
    source: 'LensHub 2: collects a publication',
    effects: [],
    hides: 'what the collect module charges',
  }),
  ...moduleTypes.map((type) => ({ type, source: 'LensHub 2', meaning: withModules })),
  ...profileTypes.map((type) => harmless(type, 'LensHub 2 and its registry of handles')),
].map((row) => ({ ...row, protocol: lens }))

/** A fid is the account: its owner names the keys that post, and its recovery address may move it. */
const farcasterMessages: readonly KnownMessage[] = [
  byEffects({
    type: 'Transfer(uint256 fid,address to,uint256 nonce,uint256 deadline)',
    source: 'IdRegistry of Farcaster',
    effects: [right('name', 'to')],
    until: 'deadline',
  }),
  byEffects({
    type: 'TransferAndChangeRecovery(uint256 fid,address to,address recovery,uint256 nonce,uint256 deadline)',
    source: 'IdRegistry of Farcaster',
    effects: [right('name', 'to'), right('name', 'recovery')],
    until: 'deadline',
  }),
  byEffects({
    type: 'ChangeRecoveryAddress(uint256 fid,address from,address to,uint256 nonce,uint256 deadline)',
    source: 'IdRegistry of Farcaster',
    effects: [right('name', 'to')],
    until: 'deadline',
  }),
  byEffects({
    type: 'Register(address to,address recovery,uint256 nonce,uint256 deadline)',
    source: 'IdGateway of Farcaster',
    effects: [output('mint', 'to'), right('name', 'recovery')],
    until: 'deadline',
  }),
  byEffects({
    type: 'Add(address owner,uint32 keyType,bytes key,uint8 metadataType,bytes metadata,uint256 nonce,uint256 deadline)',
    source: 'KeyGateway of Farcaster',
    owner: 'owner',
    effects: [],
    until: 'deadline',
    hides: 'who has the key that may post for the account',
  }),
  harmless('Remove(address owner,bytes key,uint256 nonce,uint256 deadline)', 'KeyRegistry of Farcaster'),
].map((row) => ({ ...row, protocol: farcaster }))

/** A statement about the recipient, who gets nothing: kept off chain, or made by the account that submits it. */
const attestationMessages: readonly KnownMessage[] = [
  'Attest(uint16 version,bytes32 schema,address recipient,uint64 time,uint64 expirationTime,bool revocable,bytes32 refUID,bytes data)',
  'Attest(uint16 version,bytes32 schema,address recipient,uint64 time,uint64 expirationTime,bool revocable,bytes32 refUID,bytes data,bytes32 salt)',
  'Attest(address attester,bytes32 schema,address recipient,uint64 expirationTime,bool revocable,bytes32 refUID,bytes data,uint256 value,uint256 nonce,uint64 deadline)',
  'Revoke(address revoker,bytes32 schema,bytes32 uid,uint256 value,uint256 nonce,uint64 deadline)',
].map((type) => ({ ...harmless(type, 'EAS of eas-contracts'), protocol: attestations }))

export const socialMessages: readonly KnownMessage[] = [...lensMessages, ...farcasterMessages, ...attestationMessages]
