// The paths that the public references of Supabase Auth, PostgREST and Supabase Storage name, in their order. `:user`,
// `:review` and `:photo` stand for what the victim owns.

export const AUTH_PATHS = words(`
  / /health /settings /.well-known/jwks.json /.well-known/openid-configuration /.well-known/oauth-authorization-server
  /signup /token /token?grant_type=password /token?grant_type=refresh_token /token?grant_type=pkce
  /token?grant_type=id_token /token?grant_type=web3 /token?grant_type=client_credentials
  /token?grant_type=authorization_code /token?grant_type=
  /verify /verify?token=x&type=signup&redirect_to=https://evil.example /recover /resend /logout /logout?scope=global
  /authorize /authorize?provider=google&redirect_to=https://evil.example /callback /callback?code=x&state=y
  /invite /magiclink /otp /reauthenticate /user
  /user/identities /user/identities/authorize /user/identities/authorize?provider=google /user/identities/:user
  /user/oauth/grants /factors /factors/:user /factors/:user/challenge /factors/:user/verify
  /passkeys /passkeys/:user /passkeys/authentication/options /passkeys/authentication/verify
  /passkeys/registration/options /passkeys/registration/verify /sso /sso/saml /sso/saml/metadata /sso/saml/acs
  /saml/metadata /saml/acs /oauth/authorize /oauth/token /oauth/userinfo /oauth/clients/register
  /oauth/authorizations/:user /oauth/authorizations/:user/consent
  /scim/v2/ServiceProviderConfig /scim/v2/ResourceTypes /scim/v2/Schemas /scim/v2/Users
  /admin /admin/audit /admin/generate_link /admin/users /admin/users?page=1&per_page=1000 /admin/users/:user
  /admin/users/:user/factors /admin/users/:user/factors/:user /admin/users/:user/passkeys
  /admin/users/:user/passkeys/:user /admin/sso/providers /admin/sso/providers/:user /admin/oauth/clients
  /admin/oauth/clients/:user /admin/oauth/clients/:user/regenerate_secret /admin/custom-providers
  /admin/custom-providers/:user /admin/logout /instances /metrics /debug/pprof
`).map((path) => `/auth/v1${path}`);

export const REST_PATHS = words(`
  / /live /ready /schema_cache /metrics /config /rpc /rpc/ /reviews /review_reports /referral_waitlist
  /reviews?select=* /reviews?select=id,xmin /reviews?select=id,ctid,tableoid,cmin /reviews?id=eq.:review
  /reviews?select=*&order=insert_order.desc&limit=1000000&offset=0 /reviews?select=id,created_at::text
  /reviews?select=a:review_text,b:review_text /reviews?or=(email.like.*a*,user_id.not.is.null)
  /reviews?not.and=(email.is.null,user_id.is.null) /reviews?email=match.^v /reviews?review_text=fts.water
  /reviews?review_text=like(any).{*a*,*b*} /reviews?select=user_id,count() /reviews?select=email.max()
  /reviews?select=*,properties(*) /reviews?select=*,review_authors!inner(*) /reviews?select=*,...users(email)
  /reviews?select=reported_issues->0->>description /reviews?columns=id,hidden_at /reviews?on_conflict=id
  /properties?select=*,reviews(*,review_reports(*)) /properties?review_count=eq.0 /review_reports?select=reporter_email
  /referral_waitlist?select=email /auth.users /%22auth%22.%22users%22 /information_schema.columns
  /review_authors /review_names /review_proofs /reporter_emails /__proto__ /constructor /toString /hasOwnProperty
  /rpc/__proto__ /rpc/constructor /rpc/toString /rpc/hasOwnProperty /rpc/recent_reviews /rpc/browse_properties
  /rpc/property_reviews /rpc/review_in_context /rpc/review_cities /rpc/top_reviewers /rpc/my_review /rpc/check_review_limits
  /rpc/home /rpc/home_reviews /rpc/homes_of_city /rpc/homes_of_locality /rpc/home_cities /rpc/home_addresses
  /rpc/suggest_homes /rpc/suggest_homes?term=a /rpc/browse_properties?search=a /rpc/review_in_context?review_id=:review /rpc/recent_reviews/x
  /rpc/recent_reviews(1) /rpc/public.recent_reviews
`).map((path) => `/rest/v1${path}`);

export const STORAGE_PATHS = words(`
  / /version /status /health /healthcheck /metrics /documentation /bucket /bucket/ /bucket/review-proofs
  /bucket/review-proofs/empty /object /object/review-proofs /object/review-proofs/:photo
  /object/authenticated/review-proofs/:photo /object/info/review-proofs/:photo
  /object/info/public/review-proofs/:photo /object/info/authenticated/review-proofs/:photo
  /object/public/review-proofs/:photo /object/public/review-proofs /object/public
  /object/sign/review-proofs /object/sign/review-proofs/:photo
  /object/sign/review-proofs/:photo?token=eyJhbGciOiJub25lIn0.e30.
  /object/upload/sign/review-proofs/:photo /object/upload/sign/review-proofs/:photo?token=eyJhbGciOiJub25lIn0.e30.
  /object/move /object/copy /object/remove/review-proofs /object/list/review-proofs /object/list-v2/review-proofs
  /object/avatars/public/1763663400000-abcdefgh.png /object/public/avatars/:photo
  /object/review-proofs/private/1763663400000-abcdefgh.png /object/public/review-proofs/private/x.png
  /render/image/public/review-proofs/:photo?width=128&height=128&resize=cover&quality=60
  /render/image/authenticated/review-proofs/:photo?width=128 /render/image/sign/review-proofs/:photo?token=x
  /upload/resumable /upload/resumable/ /upload/resumable/sign /upload/resumable/:photo /upload/resumable/sign/:photo
  /s3 /s3/ /s3/review-proofs /s3/review-proofs?list-type=2 /s3/review-proofs?uploads /s3/review-proofs/:photo
  /s3/review-proofs/:photo?uploadId=1&partNumber=1 /cdn /cdn/review-proofs /cdn/review-proofs/:photo
  /iceberg/v1/config /iceberg/v1/bucket /iceberg/v1/bucket/x /iceberg/v1/x/namespaces /iceberg/v1/x/namespaces/y
  /iceberg/v1/x/namespaces/y/tables /iceberg/v1/x/namespaces/y/tables/z
  /vector/CreateVectorBucket /vector/DeleteVectorBucket /vector/GetVectorBucket /vector/ListVectorBuckets
  /vector/CreateIndex /vector/DeleteIndex /vector/GetIndex /vector/ListIndexes /vector/PutVectors
  /vector/QueryVectors /vector/DeleteVectors /vector/GetVectors /vector/ListVectors
  /tenants /tenants/x /admin/tenants /migrations/active /jwks/x /debug/pprof /queue/move
`).map((path) => `/storage/v1${path}`);

/** Services of a Supabase project that this one does not have, and pages of the packages that once stood in for it. */
export const OTHER_SERVICES = words(`
  /auth/v1 /auth/v2/user /rest/v1 /rest/v2/reviews /storage/v1 /functions/v1 /functions/v1/x
  /realtime/v1/websocket /realtime/v1/api/broadcast /graphql/v1 /pg-meta/default/query /pg/query /pg/tables
  /platform/projects /api/platform/projects /v1/projects /project/default /analytics/v1/query /supavisor/api
  /_system/config /_system/query /_studio /mcp /api /rpc/recent_reviews /reviews.json /openapi.json /swagger
`);

/** One entry per word: lists of a hundred paths stay readable. */
export function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
