import { FILE_DIGEST_HEADER } from '../../api/operations/policy-additions.ts'
import { policyGiven } from '../../api/schemas/policy.ts'
import { type ApplyTarget, type BodyOf, type ManifestMembers, managed } from '../steps/managed-kind.ts'
import { policies } from './resource.ts'

export const managedPolicies = managed(policies, {
  schema: policyGiven(),
  members: ['name', 'mode', 'applies', 'default', 'deny', 'hold', 'allow'],
  fixed: ['name'],
  typed: ['gas', 'unlimited', 'approvals'],
  // A clause that the file has no more must not go on to allow.
  isWhole: true,
  isAddition: () => true,
  create: setPolicy,
  update: (target, { members }) => setPolicy(target, members),
})

async function setPolicy({ client, fileDigest }: ApplyTarget, members: ManifestMembers): Promise<string> {
  const headers = fileDigest === undefined ? {} : { [FILE_DIGEST_HEADER]: fileDigest }
  return policies.idOf(await client.call('setPolicy', { headers, body: members as BodyOf<'setPolicy'> }))
}
