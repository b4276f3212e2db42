import type { DemoPost } from "../demo.types.ts";
import { md } from "../markdown.ts";

export const science: readonly DemoPost[] = [
  {
    author: "noor",
    daysAgo: 27,
    title: "Why does a heavier pendulum not swing faster?",
    tags: ["physics", "mathematics"],
    votes: [12, 0],
    picture: "pendulum",
    content: md`
      In the lab we hung 50 g and 500 g on the same string, and both took 2.0 s per swing. More weight means more force, so I
      expected the heavier one to be faster. And why did the result become slightly longer when we let it swing very far?
      The picture has all that we measured.
    `,
    answers: [
      {
        author: "lucia_p",
        daysAgo: 26.5,
        votes: [23, 0],
        accepted: true,
        content: md`
          More force, yes, but also more mass to get moving, and the two cancel *exactly*. Along the arc, gravity pulls with
          $F = -mg\sin\theta$, and the arc has the length $s = L\theta$. Newton says

          $$m L \ddot\theta = -m g \sin\theta \quad\Longrightarrow\quad \ddot\theta = -\frac{g}{L}\sin\theta.$$

          The mass is on both sides and is gone before anything has been solved. That is no accident of pendulums: the mass
          that resists acceleration and the mass that gravity pulls at are the same, as far as anyone has been able to
          measure (to about one part in $10^{15}$).

          For small angles $\sin\theta \approx \theta$, which is a harmonic oscillation with the period

          $$T_0 = 2\pi\sqrt{\frac{L}{g}}.$$

          Your 2.0 s therefore mean that the string was $L = g\,T^2/4\pi^2 \approx 0.99$ m long. Was it?

          **And the wide swing?** For larger angles $\sin\theta < \theta$: the pull towards the middle is weaker than in the
          small-angle formula, so it takes longer. The series begins with

          $$T = T_0\left(1 + \frac{\theta_0^2}{16} + \frac{11\,\theta_0^4}{3072} + \dots\right),$$

          with the largest angle $\theta_0$ in radians. At 10° that is 0.2% more, which you cannot see by hand; at 45° it is 4%,
          which you can.
        `,
      },
    ],
    comments: [
      {
        author: "noor",
        daysAgo: 26.3,
        votes: [2, 0],
        content: "98 cm from the hook to the middle of the weight. Amazing.",
      },
    ],
  },
];
