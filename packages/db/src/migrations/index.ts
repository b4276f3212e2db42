import type { Migration } from "kysely/migration";
import * as m001 from "./001_app_role_and_ids.ts";
import * as m002 from "./002_accounts.ts";
import * as m003 from "./003_content.ts";
import * as m004 from "./004_post_counts.ts";
import * as m005 from "./005_idempotency_keys.ts";
import * as m006 from "./006_import_map.ts";
import * as m010 from "./010_ledger.ts";
import * as m011 from "./011_votes.ts";
import * as m012 from "./012_reputation.ts";
import * as m013 from "./013_bookmarks_and_ratings.ts";
import * as m014 from "./014_notifications.ts";
import * as m015 from "./015_revisions_and_links.ts";
import * as m016 from "./016_people.ts";
import * as m020 from "./020_search.ts";
import * as m021 from "./021_uploads.ts";
import * as m023 from "./023_totals.ts";
import * as m024 from "./024_feed_by_week.ts";
import * as m025 from "./025_ledger_holds.ts";
import * as m026 from "./026_wallet.ts";
import * as m027 from "./027_ledger_entries_checked_once.ts";
import * as m028 from "./028_looked_up_by_address.ts";
import * as m029 from "./029_landed_since.ts";
import * as m030 from "./030_alerts_by_subject.ts";
import * as m031 from "./031_stakes.ts";
import * as m032 from "./032_parameters.ts";
import * as m033 from "./033_refunds.ts";
import * as m034 from "./034_proposals.ts";
import * as m035 from "./035_moderation.ts";
import * as m036 from "./036_transparency.ts";
import * as m037 from "./037_chat.ts";
import * as m038 from "./038_members_by_name.ts";
import * as m039 from "./039_chat_leaving.ts";
import * as m040 from "./040_doubt_and_shortfall.ts";
import * as m041 from "./041_durable_nonces.ts";
import * as m042 from "./042_ledger_rules.ts";
import * as m043 from "./043_fence.ts";
import * as m044 from "./044_decisions_kept.ts";
import * as m046 from "./046_second_node.ts";
import * as m048 from "./048_log_references.ts";
import * as m050 from "./050_payout_limits.ts";
import * as m052 from "./052_log_complete.ts";
import * as m053 from "./053_totals.ts";
import * as m054 from "./054_backed_transfers.ts";
import * as m055 from "./055_logins.ts";
import * as m058 from "./058_withdrawal_approvals.ts";
import * as m059 from "./059_new_admins.ts";
import * as m060 from "./060_liability_tree.ts";
import * as m062 from "./062_cold_wallet.ts";
import * as m064 from "./064_signer_record.ts";
import * as m065 from "./065_nonce_before_signature.ts";
import * as m066 from "./066_all_transfers_backed.ts";
import * as m067 from "./067_fees_restated.ts";
import * as m069 from "./069_payout_totals.ts";
import * as m070 from "./070_checkpoint_keys.ts";
import * as m071 from "./071_address_versions.ts";
import * as m073 from "./073_checkpoint_notes.ts";
import * as m074 from "./074_checkpoint_anchors.ts";
import * as m075 from "./075_wallet_keys.ts";
import * as m080 from "./080_unknown_anchors.ts";
import * as m110 from "./110_established.ts";
import * as m120 from "./120_verified_email.ts";
import * as m121 from "./121_second_factors.ts";
import * as m122 from "./122_settlement_notices.ts";
import * as m124 from "./124_security_events.ts";
import * as m125 from "./125_security_holds.ts";
import * as m126 from "./126_passkeys.ts";
import * as m127 from "./127_frozen_accounts.ts";
import * as m128 from "./128_staff_freezes.ts";
import * as m129 from "./129_email_changes.ts";
import * as m130 from "./130_account_traces.ts";
import * as m131 from "./131_trust.ts";
import * as m133 from "./133_allow_lists.ts";
import * as m134 from "./134_linked_logins.ts";
import * as m135 from "./135_openid_logins.ts";
import * as m136 from "./136_excerpts_with_code.ts";
import * as m137 from "./137_welcomes.ts";
import * as m138 from "./138_feed_tabs.ts";
import * as m139 from "./139_answer_comments.ts";
import * as m140 from "./140_takedowns.ts";
import * as m141 from "./141_session_uses.ts";

import * as m142 from "./142_gone_by_author.ts";
import * as m143 from "./143_disputed_factors.ts";
import * as m144 from "./144_undecided_reviews.ts";
import * as m145 from "./145_brand.ts";
import * as m146 from "./146_setup_links.ts";
import * as m147 from "./147_rendered_texts.ts";
import * as m148 from "./148_tag_proposals.ts";
import * as m150 from "./150_reopened_sweeps.ts";
import * as m151 from "./151_suspended_ways_in.ts";
import * as m153 from "./153_sign_in_chains.ts";
import * as m154 from "./154_closing_accounts.ts";
import * as m155 from "./155_credit_approvals.ts";
import * as m156 from "./156_voting_frauds.ts";
import * as m157 from "./157_factor_holds.ts";
import * as m158 from "./158_ended_sign_ins.ts";
import * as m159 from "./159_forgotten_browsers.ts";
import * as m160 from "./160_past_transfers.ts";
import * as m161 from "./161_flagged_texts.ts";
import * as m162 from "./162_held_approvers.ts";
import * as m163 from "./163_bounty_decisions.ts";
import * as m164 from "./164_kept_staff_since.ts";

/** Every migration in order. Listed, not read from a folder, so that a bundle includes them. */
export const migrations: Record<string, Migration> = {
  "001_app_role_and_ids": m001,
  "002_accounts": m002,
  "003_content": m003,
  "004_post_counts": m004,
  "005_idempotency_keys": m005,
  "006_import_map": m006,
  "010_ledger": m010,
  "011_votes": m011,
  "012_reputation": m012,
  "013_bookmarks_and_ratings": m013,
  "014_notifications": m014,
  "015_revisions_and_links": m015,
  "016_people": m016,
  "020_search": m020,
  "021_uploads": m021,
  "023_totals": m023,
  "024_feed_by_week": m024,
  "025_ledger_holds": m025,
  "026_wallet": m026,
  "027_ledger_entries_checked_once": m027,
  "028_looked_up_by_address": m028,
  "029_landed_since": m029,
  "030_alerts_by_subject": m030,
  "031_stakes": m031,
  "032_parameters": m032,
  "033_refunds": m033,
  "034_proposals": m034,
  "035_moderation": m035,
  "036_transparency": m036,
  "037_chat": m037,
  "038_members_by_name": m038,
  "039_chat_leaving": m039,
  "040_doubt_and_shortfall": m040,
  "041_durable_nonces": m041,
  "042_ledger_rules": m042,
  "043_fence": m043,
  "044_decisions_kept": m044,
  "046_second_node": m046,
  "048_log_references": m048,
  "050_payout_limits": m050,
  "052_log_complete": m052,
  "053_totals": m053,
  "054_backed_transfers": m054,
  "055_logins": m055,
  "058_withdrawal_approvals": m058,
  "059_new_admins": m059,
  "060_liability_tree": m060,
  "062_cold_wallet": m062,
  "064_signer_record": m064,
  "065_nonce_before_signature": m065,
  "066_all_transfers_backed": m066,
  "067_fees_restated": m067,
  "069_payout_totals": m069,
  "070_checkpoint_keys": m070,
  "071_address_versions": m071,
  "073_checkpoint_notes": m073,
  "074_checkpoint_anchors": m074,
  "075_wallet_keys": m075,
  "080_unknown_anchors": m080,
  "110_established": m110,
  "120_verified_email": m120,
  "121_second_factors": m121,
  "122_settlement_notices": m122,
  "124_security_events": m124,
  "125_security_holds": m125,
  "126_passkeys": m126,
  "127_frozen_accounts": m127,
  "128_staff_freezes": m128,
  "129_email_changes": m129,
  "130_account_traces": m130,
  "131_trust": m131,
  "133_allow_lists": m133,
  "134_linked_logins": m134,
  "135_openid_logins": m135,
  "136_excerpts_with_code": m136,
  "137_welcomes": m137,
  "138_feed_tabs": m138,
  "139_answer_comments": m139,
  "140_takedowns": m140,
  "141_session_uses": m141,
  "142_gone_by_author": m142,
  "143_disputed_factors": m143,
  "144_undecided_reviews": m144,
  "145_brand": m145,
  "146_setup_links": m146,
  "147_rendered_texts": m147,
  "148_tag_proposals": m148,
  "150_reopened_sweeps": m150,
  "151_suspended_ways_in": m151,
  "153_sign_in_chains": m153,
  "154_closing_accounts": m154,
  "155_credit_approvals": m155,
  "156_voting_frauds": m156,
  "157_factor_holds": m157,
  "158_ended_sign_ins": m158,
  "159_forgotten_browsers": m159,
  "160_past_transfers": m160,
  "161_flagged_texts": m161,
  "162_held_approvers": m162,
  "163_bounty_decisions": m163,
  "164_kept_staff_since": m164,
};
