import { UPLOADS } from "@bbux/contract";
import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconPlayerStopFilled } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { sizeText } from "./file.ts";
import { canRecord, clockText, type Recording, record } from "./recording.ts";
import classes from "./Uploads.module.css";
import { useLeaveGuard } from "./useUploads.ts";

interface ScreenRecorderProps {
  /** The recording, ready for upload. */
  readonly onRecorded: (video: File) => void;
  /** What went wrong, or why it ended on its own; `null` clears it. */
  readonly onSay: (message: string | null) => void;
}

/** Starts and stops a screen recording. */
export function ScreenRecorder({ onRecorded, onSay }: ScreenRecorderProps) {
  const [phase, setPhase] = useState<"idle" | "asking" | "recording">("idle");
  const [bytes, setBytes] = useState(0);
  const recording = useRef<Recording>(null);
  const gone = useRef(false);
  useLeaveGuard(phase === "recording");
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      recording.current?.discard();
    };
  }, []);

  function end() {
    recording.current = null;
    setPhase("idle");
  }

  async function start() {
    onSay(null);
    if (!canRecord()) return onSay("Screen recording is not supported in this browser");
    setPhase("asking");
    setBytes(0);
    try {
      const started = await record({
        onSize: setBytes,
        onEnd: (video, full) => {
          end();
          if (full) onSay(`The recording reached ${sizeText(UPLOADS.video)}, the upload limit, and stopped.`);
          onRecorded(video);
        },
        onFail: () => {
          end();
          onSay("Failed to start screen recording");
        },
      });
      if (gone.current) return started.discard();
      recording.current = started;
      setPhase("recording");
    } catch {
      end();
      onSay("Failed to start screen recording");
    }
  }

  if (phase !== "recording") {
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDeviceDesktop size={16} aria-hidden />}
        loading={phase === "asking"}
        onClick={() => void start()}
      >
        Record screen
      </Button>
    );
  }
  return (
    <div className={classes.recording}>
      <span className={classes.dot} aria-hidden />
      <span role="status">Recording your screen</span>
      <span className={classes.figures}>
        <Clock /> · {sizeText(bytes)} of {sizeText(UPLOADS.video)}
      </span>
      <Button
        size="xs"
        // The button that started it is gone.
        autoFocus
        leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
        onClick={() => recording.current?.stop()}
      >
        Stop and upload
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        onClick={() => {
          recording.current?.discard();
          end();
        }}
      >
        Discard
      </Button>
    </div>
  );
}

function Clock() {
  const [since] = useState(() => performance.now());
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((performance.now() - since) / 1000), 500);
    return () => clearInterval(timer);
  }, [since]);
  return clockText(seconds);
}
