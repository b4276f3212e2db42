import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const money: readonly DemoPost[] = [
  {
    author: "noor",
    daysAgo: 29,
    title: "Why must money never be a float, and what do I use instead?",
    tags: ["money", "javascript", "database-design"],
    votes: [26, 0],
    content: md`
      Everybody says so, and I have seen \`0.1 + 0.2 === 0.30000000000000004\`. But when I round to two digits before I
      show it, it looks fine. Where does it really go wrong, and what is the right type in JavaScript and in the database?
    `,
    answers: [
      {
        author: "maren",
        daysAgo: 28.8,
        votes: [33, 1],
        accepted: true,
        content: md`
          A double stores multiples of powers of two. One tenth is not one of them, as one third is not a decimal. What is
          stored for 0.1 is

          $$\frac{3602879701896397}{2^{55}} \approx 0.1000000000000000055511,$$

          which is close enough to measure something, and not good enough to *count* something. Three places where rounding
          at the end does not save you:

          - **Comparing.** A balance of 0.3 does not cover 0.1 + 0.2.
          - **Adding up.** A million bookings of 0.1 make 100000.00000133288. The report and the sum of its lines differ,
            and somebody spends a day on the cent.
          - **Rounding itself.** \`(1.005).toFixed(2)\` is \`"1.00"\`, since 1.005 is stored as 1.00499999999999989…

          Count in the smallest unit, with integers: cents, satoshi, lamports.

          | where | type |
          | --- | --- |
          | JavaScript | \`bigint\`, or \`number\` below $2^{53}$ if you are sure that you stay there |
          | PostgreSQL | \`bigint\` in the smallest unit, or \`numeric(20, 2)\` |
          | JSON | a string (\`"12.50"\`), for parsers read numbers into doubles |

          And decide **once** what happens to fractions of the unit: a fee of 3% of 0.33 is 0.0099. Say who gets the rest
          (we round fees up to the unit), and write a test which shows that all parts add up to the whole.
        `,
      },
      {
        author: "oskar",
        daysAgo: 28.1,
        votes: [10, 0],
        content: md`
          One trap on the way: node-postgres gives you \`bigint\` columns as **strings**, exactly because a \`number\` could
          not hold them all. Turn them into \`BigInt(row.amount)\` at the border and do not let anybody write
          \`Number(row.amount)\`.

          \`\`\`js
          const price = 1_999n;                 // 19.99
          const fee = (price * 3n + 99n) / 100n; // 3%, rounded up: 60n
          \`\`\`
        `,
      },
    ],
    comments: [
      {
        author: "noor",
        daysAgo: 28.5,
        votes: [2, 0],
        content: "The sum of a million bookings convinced me. I tried it and got exactly that number.",
      },
    ],
  },
  {
    author: "lucia_p",
    daysAgo: 6.5,
    title: "How is the monthly payment of a loan calculated, and why is it nearly all interest at first?",
    tags: ["money", "mathematics"],
    votes: [11, 0],
    content: md`
      The bank offers 200,000 at 4% a year over 25 years and says that the payment is 1,055.67 a month. After the first year
      I would have paid 12,668 but owe only 4,755 less. I believe the numbers, but I would like to be able to work them out
      myself. What is the formula, and where does it come from?
    `,
    answers: [
      {
        author: "amara",
        daysAgo: 6.1,
        votes: [16, 0],
        codeBlocks: [
          {
            language: "python",
            description: "The whole plan, month by month, in cents",
            code: md`
              from decimal import Decimal, ROUND_HALF_UP

              CENT = Decimal("0.01")


              def plan(principal: Decimal, yearly: Decimal, months: int, payment: Decimal):
                  debt = principal
                  for month in range(1, months + 1):
                      interest = (debt * yearly / 12).quantize(CENT, ROUND_HALF_UP)
                      paid = min(payment, debt + interest)
                      debt += interest - paid
                      yield month, interest, paid - interest, debt


              for row in list(plan(Decimal(200_000), Decimal("0.04"), 300, Decimal("1055.67")))[:12]:
                  print(*row)
            `,
          },
        ],
        content: md`
          Let $P$ be what you borrow, $r$ the rate **per month** and $n$ the number of months. After each month the debt grows
          by interest and shrinks by your payment $A$:

          $$D_{k+1} = (1+r)\,D_k - A, \qquad D_0 = P.$$

          Do that $k$ times and the payments form a geometric series:

          $$D_k = (1+r)^k P - A\,\frac{(1+r)^k - 1}{r}.$$

          After $n$ months nothing is left, so set $D_n = 0$ and solve for $A$:

          $$A = \frac{r\,P}{1-(1+r)^{-n}}.$$

          With $P = 200{,}000$, $r = 0.04/12$ and $n = 300$ that is $A = 1{,}055.67$, as the bank says.

          Why mostly interest at first? In the first month the interest is $rP = 666.67$, and only the rest of the payment,
          389.01, goes off the debt. The debt being smaller, the next month's interest is smaller by $r \cdot 389.01 = 1.30$,
          and what goes off is larger by just that. So the repaid part grows by the factor $(1+r)$ every month: slowly for
          years, then quickly. After 12 months it adds up to

          $$389.01 \cdot \frac{(1+r)^{12} - 1}{r} \approx 4{,}755,$$

          which is your figure.

          \`\`\`python
          def payment(principal, yearly_rate, years):
              r, n = yearly_rate / 12, years * 12
              return r * principal / (1 - (1 + r) ** -n)
          \`\`\`

          (Floats are fine here: this is an estimate. The bank books in cents.)
        `,
      },
    ],
    comments: [
      {
        author: "lucia_p",
        daysAgo: 5.8,
        votes: [2, 0],
        content:
          "@amara so that is all: a geometric series. I should have seen it. I will accept once I have redone the 25 years myself.",
      },
      {
        author: "dorota",
        daysAgo: 4.6,
        votes: [1, 0],
        content: "Worth adding that banks round each payment to the cent, so the last one differs a little.",
      },
    ],
  },
  {
    author: "maren",
    daysAgo: 33,
    title: "How many visitors do I need before an A/B test can tell me anything?",
    tags: ["statistics", "mathematics"],
    votes: [14, 0],
    bounty: { amount: "3", days: 10 },
    picture: "signups",
    content: md`
      4% of our visitors sign up. We have a new landing page and would be happy if it made that 4.4%. Every morning somebody
      looks at the figures and says that it is winning, or losing. How many visitors do we need on each page before we may
      believe it? A formula that I can put into a spreadsheet would be ideal, with a word on where it comes from.

      The picture is our last test. On the eighth day everybody was sure.
    `,
    answers: [
      {
        author: "lucia_p",
        daysAgo: 32.2,
        votes: [28, 0],
        accepted: true,
        content: md`
          About **40,000 on each page**. The formula first, then why:

          $$n \approx \frac{(z_{\alpha/2} + z_{\beta})^2 \,\bigl[p_1(1-p_1) + p_2(1-p_2)\bigr]}{(p_2 - p_1)^2}$$

          For the usual choice of 5% false alarms and an 80% chance to notice a real change, $z_{\alpha/2} = 1.96$ and
          $z_\beta = 0.84$, so the first factor is $2.8^2 \approx 7.85$. Your numbers:

          $$n \approx 7.85 \cdot \frac{0.04 \cdot 0.96 + 0.044 \cdot 0.956}{0.004^2} \approx 7.85 \cdot \frac{0.0805}{0.000016} \approx 39{,}500.$$

          **Where it comes from.** The rate that you measure with $n$ visitors wobbles with a standard deviation of
          $\sqrt{p(1-p)/n}$. The difference of two such rates wobbles with the root of the sum of both variances. For the
          change to stand out, it has to be 2.8 times as large as that wobble: 1.96 so that chance alone seldom gets so far,
          and 0.84 more so that a real change usually does.

          **What to take from it**
          - The size of the effect counts *squared*. To see half the change you need four times the visitors.
          - Looking every morning and stopping when it looks good breaks the 5%. With twenty looks, chance alone "wins" in
            about a quarter of all tests. Fix $n$ beforehand and look once, or use a method made for looking often
            (*sequential testing*).

          In a spreadsheet, with the two rates in A1 and B1:

          \`\`\`text
          =(NORM.S.INV(0.975)+NORM.S.INV(0.8))^2*(A1*(1-A1)+B1*(1-B1))/(B1-A1)^2
          \`\`\`
        `,
      },
      {
        author: "noor",
        daysAgo: 31,
        votes: [3, 0],
        content: md`
          A simulation convinced me more than the formula did. Both pages have the same rate here, and yet peeking finds
          "winners":

          ~~~python
          import random

          def test_with_peeking(p=0.04, looks=20, per_look=2000):
              a = b = n = 0
              for _ in range(looks):
                  a += sum(random.random() < p for _ in range(per_look))
                  b += sum(random.random() < p for _ in range(per_look))
                  n += per_look
                  pooled = (a + b) / (2 * n)
                  if abs(a - b) / n > 1.96 * (2 * pooled * (1 - pooled) / n) ** 0.5:
                      return True          # "significant!"
              return False

          print(sum(test_with_peeking() for _ in range(200)) / 200)   # about 0.25, not 0.05
          ~~~
        `,
      },
    ],
    comments: [
      {
        author: "maren",
        daysAgo: 32,
        votes: [3, 0],
        content: "So our test of last month meant nothing. Good to know before the next one. The bounty is yours.",
      },
    ],
  },
];
